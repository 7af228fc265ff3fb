import type { Scene } from './scene';

/** PL-28: the budget of a run is enough to begin it and to end it. */
export function checkBudgets({ definition, report }: Scene): void {
  const actions = definition.budgets?.run?.actions;
  if (actions === undefined) return;
  const pagesOf = (name: string): number => definition.reads.find(({ read }) => read === name)?.pages?.most ?? 1;
  const least = pagesOf(definition.plan.over) + pagesOf(definition.objective.over) + definition.limits.steps;
  if (actions < least)
    report(
      ['budgets', 'run', 'actions'],
      `${actions} actions are not enough for the reads of a run and the steps of one object`,
      `allow ${least} or more`,
    );
}
