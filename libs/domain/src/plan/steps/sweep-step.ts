import type { Plan, StepOf } from '@arbiter/contracts';

/** The step of a whole plan that goes through objects; a plan has at most one. */
export const sweepStepOf = ({ steps }: Pick<Plan, 'steps'>): StepOf<'for_each'> | undefined =>
  steps.find((step) => step.type === 'for_each');
