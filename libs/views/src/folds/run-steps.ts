import type { Plan, RunStatus, StepStatus } from '@arbiter/contracts';

/** EX-15: a step, how it went and when; of an error only the code is shown. */
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
 * The run's end settles the steps that no fact has ended: a step in flight is unknown, a pending one gets the status
 * that the run's end implies.
 */
export function endedSteps(steps: readonly ViewedStep[], status: RunStatus): readonly ViewedStep[] {
  const rest = ({ ok: 'completed', cancelled: 'cancelled', error: 'skipped' } as const)[status];
  return steps.map((step) => {
    if (step.status === 'running' || step.status === 'suspended') return { ...step, status: 'unknown' };
    return step.status === 'pending' ? { ...step, status: rest } : step;
  });
}
