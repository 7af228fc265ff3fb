import { causesOf, codesRevised, UNEXPECTED_RESULT, type PlanStep, type ProposedStep } from '@arbiter/contracts';

type Expecting = Pick<PlanStep | ProposedStep, 'expect'>;

/** Whether a code means that a step was carried out and its result did not meet the expectation. */
export const isUnmet = ({ expect }: Expecting, code: string | null): boolean =>
  expect !== undefined && (code === UNEXPECTED_RESULT || causesOf(expect).some((cause) => cause.code === code));

/** Whether the meaning of this failure is known: the object is held, and no model is asked. */
export const meansHold = ({ expect }: Expecting, code: string | null): boolean =>
  causesOf(expect).some((cause) => cause.code === code && cause.otherwise !== undefined);

/** PL-18, EX-23: whether a step that failed with this code leads to another plan. */
export const leadsToRevision = (step: Expecting & Pick<PlanStep, 'optional'>, code: string | null): boolean =>
  code !== null && codesRevised(step).includes(code);
