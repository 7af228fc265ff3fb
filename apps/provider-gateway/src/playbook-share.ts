import { activePlaybook, branchOfRunId, type ArtifactBundle, type PlaybookBudgets } from '@arbiter/contracts';
import type { Ask } from '@arbiter/platform';

/** PL-28: what a call also counts for, when it is made for a playbook. */
export interface PlaybookShare {
  readonly playbook: string;
  /** what the run was given stands in place of what its playbook says */
  readonly budgets: Pick<PlaybookBudgets, 'day' | 'run'>;
  /** the whole run: its branches share what it may take */
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
