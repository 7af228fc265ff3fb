import type { Plan, PlanStep } from '@arbiter/contracts';
import { ancestorsOf } from '../3-plan';

/** PL-22: a sentence that an action waits for is said before the actions, not in the reply. */
export function isPreMessage(plan: Plan, step: PlanStep): boolean {
  return step.type === 'respond' && stepsBeforeActions(plan).has(step.id);
}

/** PL-25: before tools run, the plan's own sentence is said, or without one (`step` null) that work has begun; null when no tool runs. */
export function preMessageOf(plan: Plan): { readonly step: PlanStep | null } | null {
  if (plan.scope === null) return null;
  const before = stepsBeforeActions(plan);
  return { step: plan.steps.find(({ id, type }) => type === 'respond' && before.has(id)) ?? null };
}

function stepsBeforeActions({ steps }: Plan): ReadonlySet<string> {
  const ancestors = ancestorsOf(steps);
  return new Set(steps.filter(({ type }) => type === 'tool_call').flatMap(({ id }) => [...ancestors.get(id)!]));
}
