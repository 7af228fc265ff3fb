import type { Plan, PlanStep } from '@arbiter/contracts';
import { ancestorsOf } from '../../plan';
import { acts, kindOf, type OpenRun, type SaidStep } from '../state/run';

type Knowing = Pick<OpenRun, 'kinds'>;

/** PL-22: a sentence that an action waits for is sent before the actions, not in the reply. */
export function isPreMessage(run: Knowing, plan: Plan, step: PlanStep): boolean {
  return kindOf(run, step).announces && stepsBeforeActions(run, plan).has(step.id);
}

/** PL-25: the plan's own sentence before its tools run; null when it has none. */
export function preMessageOf(run: Knowing, plan: Plan): SaidStep | null {
  if (plan.scope === null) return null;
  const before = stepsBeforeActions(run, plan);
  return plan.steps.find((step): step is SaidStep => kindOf(run, step).announces && before.has(step.id)) ?? null;
}

function stepsBeforeActions(run: Knowing, { steps }: Plan): ReadonlySet<string> {
  const ancestors = ancestorsOf(steps);
  return new Set(steps.filter((step) => acts(run, step)).flatMap(({ id }) => [...ancestors.get(id)!]));
}
