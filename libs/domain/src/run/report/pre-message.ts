import type { Plan, PlanStep } from '@arbiter/contracts';
import { ancestorsOf } from '../../plan';

/** PL-22: a sentence that an action waits for is sent before the actions, not in the reply. */
export function isPreMessage(plan: Plan, step: PlanStep): boolean {
  return step.type === 'respond' && stepsBeforeActions(plan).has(step.id);
}

/** PL-25: the plan's own sentence before its tools run; null when it has none. */
export function preMessageOf(plan: Plan): PlanStep | null {
  if (plan.scope === null) return null;
  const before = stepsBeforeActions(plan);
  return plan.steps.find(({ id, type }) => type === 'respond' && before.has(id)) ?? null;
}

function stepsBeforeActions({ steps }: Plan): ReadonlySet<string> {
  const ancestors = ancestorsOf(steps);
  return new Set(steps.filter(({ type }) => type === 'tool_call').flatMap(({ id }) => [...ancestors.get(id)!]));
}
