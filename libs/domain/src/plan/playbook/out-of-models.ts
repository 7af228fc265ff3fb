import type { ModelGrants, PauseReason, PlaybookDefinition, RunBudget, WaitedBudget } from '@arbiter/contracts';

/**
 * PL-28: no model may be asked now. For the budget of a run it includes the run's limits for models: its grants, or
 * else the playbook's budget.
 */
export const outOfModels = (
  definition: Pick<PlaybookDefinition, 'budgets'> | undefined,
  budget: WaitedBudget,
  granted: ModelGrants = {},
): PauseReason => ({
  why: 'models',
  budget,
  ...(budget === 'run' && forModels({ ...definition?.budgets?.run, ...granted })),
});

/** The part of a budget that is for models. */
export const forModels = ({ tokens, dollars }: RunBudget): ModelGrants => ({
  ...(tokens !== undefined && { tokens }),
  ...(dollars !== undefined && { dollars }),
});
