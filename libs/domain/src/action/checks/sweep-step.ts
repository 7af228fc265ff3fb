import type { Plan, PlanStep } from '@arbiter/contracts';

/** The step of a whole plan that goes through objects. */
export const sweepStepOf = ({ steps }: Plan): PlanStep | undefined =>
  steps.find(({ forEach }) => forEach !== undefined);
