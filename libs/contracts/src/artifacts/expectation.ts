import { Type, type Static } from 'typebox';
import { Closed, OneOf } from '../vocabulary';

/**
 * One thing that must hold of a result, and the code the step fails with when it does not: `failureCopy` has the words
 * for it.
 */
export const ExpectedCause = Closed({
  that: Type.String({ description: 'CEL over `result` and the arguments of the run, `args`' }),
  code: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
  otherwise: Type.Optional(
    Type.Literal('not_needed', { description: 'what is not so shows that it is done already: no more is needed' }),
  ),
});

/** PL-18: a step's expectation of its result. With several causes the first unmet one is reported. */
export const Expectation = Type.Union([Type.String(), Type.Array(ExpectedCause, { minItems: 1 })], {
  description:
    'CEL over `result` and `args`, or a list of {that, code}: anything else fails the step, with the code `unexpected_result` or that of the cause',
});
export type Expectation = Static<typeof Expectation>;

/**
 * A cause as a playbook names it: with `otherwise` its meaning is known, and the object is held; without it the plan is
 * revised.
 */
export const PlannedCause = Closed({
  ...ExpectedCause.properties,
  otherwise: Type.Optional({
    ...OneOf(['hold', 'not_needed']),
    description: 'what is not so is known to end it, or shows that it is done already: the object is held',
  }),
});

/** PL-18: the expectation of a playbook's step of its result. */
export const PlannedExpectation = Type.Union([Type.String(), Type.Array(PlannedCause, { minItems: 1 })], {
  description:
    'CEL over `result` and `args`, or a list of {that, code}: with anything else the plan is revised, or the object held where the cause says `otherwise: hold`',
});
export type PlannedExpectation = Static<typeof PlannedExpectation>;

/** The code of a result that does not meet the step's expectation, when no cause has a code of its own. */
export const UNEXPECTED_RESULT = 'unexpected_result';

/** The expectations one by one, each with the code of its failure. */
export const causesOf = (expectation: PlannedExpectation | undefined): readonly Static<typeof PlannedCause>[] =>
  typeof expectation === 'string' ? [{ that: expectation, code: UNEXPECTED_RESULT }] : (expectation ?? []);
