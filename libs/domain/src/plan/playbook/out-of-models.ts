import type { ModelGrants, PauseReason, PlaybookDefinition, RunBudget, WaitedBudget } from '@arbiter/contracts';

/**
 * PL-28: that no model may be asked now, and of a run, what its models may take in all: what it was given instead of
 * what its playbook says.
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

/** What of it models may take. */
export const forModels = ({ tokens, dollars }: RunBudget): ModelGrants => ({
  ...(tokens !== undefined && { tokens }),
  ...(dollars !== undefined && { dollars }),
});
