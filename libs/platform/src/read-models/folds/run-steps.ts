import type { Plan, RunStatus, StepStatus } from '@arbiter/contracts';

/** EX-15: a step, how it went and when; what surfaced of an error is its code alone. */
export interface ViewedStep {
  readonly stepId: string;
  readonly title: string;
  readonly status: StepStatus;
  readonly error?: { readonly code: string };
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/** The steps of a plan before any has begun; a chat answer does nothing to the world and has none to show. */
export const plannedSteps = ({ scope, steps }: Plan): readonly ViewedStep[] =>
  scope === null ? [] : steps.map(({ id, title }) => ({ stepId: id, title, status: 'pending' }));

export const changedStep = (
  steps: readonly ViewedStep[],
  stepId: string,
  changes: Partial<ViewedStep>,
): readonly ViewedStep[] => steps.map((step) => (step.stepId === stepId ? { ...step, ...changes } : step));

/**
 * What a run's end makes of the steps that no fact has ended: in flight means unknown, the others were or were not
 * reached.
 */
export function endedSteps(steps: readonly ViewedStep[], status: RunStatus): readonly ViewedStep[] {
  const rest = ({ ok: 'completed', cancelled: 'cancelled', error: 'skipped' } as const)[status];
  return steps.map((step) => {
    if (step.status === 'running' || step.status === 'suspended') return { ...step, status: 'unknown' };
    return step.status === 'pending' ? { ...step, status: rest } : step;
  });
}
