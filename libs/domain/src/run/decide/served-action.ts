import { actionIdOf, type PlanStep } from '@arbiter/contracts';
import { acts, kindOf, originOfStep, type OpenRun, type Planned } from '../state/run';

type Asking = Pick<OpenRun, 'runId' | 'refusals' | 'kinds'>;

/**
 * The action that a model is asked for on behalf of a step (PV-05, TL-14): of a slot the first that its value leads to,
 * of a reply the one that it tells of. Undefined where there is none, and where a reply tells of several.
 */
export function servedAction(
  run: Asking,
  { plan: { steps } }: Pick<Planned, 'plan'>,
  step: PlanStep,
): string | undefined {
  const served = kindOf(run, step).speaks ? toldBy(run, step, steps) : ledToBy(run, step, steps);
  return served && actionIdOf(run.runId, originOfStep(run, served.id));
}

function ledToBy(run: Asking, { id }: PlanStep, steps: readonly PlanStep[]): PlanStep | undefined {
  const reached = new Set([id]);
  // Steps stand behind those that they depend on.
  return steps.find((step) => {
    const isReached = step.dependsOn.some((before) => reached.has(before));
    if (isReached) reached.add(step.id);
    return isReached && acts(run, step);
  });
}

function toldBy(run: Asking, { dependsOn }: PlanStep, steps: readonly PlanStep[]): PlanStep | undefined {
  const told = steps.filter((step) => acts(run, step) && dependsOn.includes(step.id));
  return told.length === 1 ? told[0] : undefined;
}
