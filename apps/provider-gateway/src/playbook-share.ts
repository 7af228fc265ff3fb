import { activePlaybook, branchOfRunId, type ArtifactBundle, type PlaybookBudgets } from '@arbiter/contracts';
import type { Ask } from '@arbiter/models';

/** PL-28: the playbook's limits that a call also counts for. */
export interface PlaybookShare {
  readonly playbook: string;
  /** the run's grants replace the playbook's limits */
  readonly budgets: Pick<PlaybookBudgets, 'day' | 'run'>;
  /** the whole run: its branches share its budget */
  readonly runId: string | null;
}

/** Null where it is made for none. */
export function playbookShareOf(
  { playbook, runId, granted }: Pick<Ask, 'playbook' | 'runId' | 'granted'>,
  bundle: ArtifactBundle,
): PlaybookShare | null {
  const budgets = playbook === undefined ? undefined : activePlaybook(bundle, playbook)?.definition.budgets;
  if (playbook === undefined || budgets === undefined) return null;
  const { day, run } = budgets;
  return {
    playbook,
    budgets: { ...(day && { day }), ...(run && { run: { ...run, ...granted } }) },
    runId: runId === undefined ? null : (branchOfRunId(runId)?.runId ?? runId),
  };
}
