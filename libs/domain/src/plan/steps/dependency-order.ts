import { memoise } from '../../memoise';

/** A node of a graph of steps. */
export interface Dependent {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/** The steps, each after those it depends on, otherwise as written; null when some wait for each other. */
export function inDependencyOrder<Step extends Dependent>(steps: readonly Step[]): readonly Step[] | null {
  const placed = new Set<string>();
  const ordered: Step[] = [];
  let waiting = steps;
  // Every round places at least one step, so there are no more rounds than steps.
  while (waiting.length > 0) {
    const left: Step[] = [];
    for (const step of waiting) {
      if (step.dependsOn.every((id) => placed.has(id))) {
        placed.add(step.id);
        ordered.push(step);
      } else left.push(step);
    }
    if (left.length === waiting.length) return null;
    waiting = left;
  }
  return ordered;
}

/** For each step, everything it waits for, directly or not. The steps are in dependency order. */
export const ancestorsOf = memoise((ordered: readonly Dependent[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const ancestors = new Map<string, ReadonlySet<string>>();
  for (const { id, dependsOn } of ordered) {
    ancestors.set(id, new Set(dependsOn.flatMap((dependency) => [dependency, ...(ancestors.get(dependency) ?? [])])));
  }
  return ancestors;
});
