import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';

/** One thing that must hold of a result, and the code the step fails with when it does not: `failureCopy` has the words for it. */
export const ExpectedCause = Closed({
  that: Type.String({ description: 'CEL over `result` and the arguments of the run, `args`' }),
  code: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
});

/** PL-18: what a step expects of its result. With several causes the first that does not hold is told. */
export const Expectation = Type.Union([Type.String(), Type.Array(ExpectedCause, { minItems: 1 })], {
  description:
    'CEL over `result` and `args`, or a list of {that, code}: anything else fails the step, with the code `unexpected_result` or that of the cause',
});
export type Expectation = Static<typeof Expectation>;

/** The code of a result that is not what the step expects, when no cause has a code of its own. */
export const UNEXPECTED_RESULT = 'unexpected_result';

/** What is expected, one by one, each with the code of its failure. */
export const causesOf = (expectation: Expectation | undefined): readonly Static<typeof ExpectedCause>[] =>
  typeof expectation === 'string' ? [{ that: expectation, code: UNEXPECTED_RESULT }] : (expectation ?? []);
