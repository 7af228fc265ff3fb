import type { StepDefinition } from '@arbiter/contracts';

/** Every step that is finished before this one starts. A step that is among its own ancestors is part of a cycle. */
export function ancestorsOf(
  steps: readonly Pick<StepDefinition, 'id' | 'dependsOn'>[],
  id: string,
): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [id];
  // Each step is entered once, so this ends whatever the steps say.
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const parent of steps.find((step) => step.id === next)?.dependsOn ?? []) {
      if (found.has(parent)) continue;
      found.add(parent);
      pending.push(parent);
    }
  }
  return found;
}
