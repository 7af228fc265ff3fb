import type { ArtifactBundle, EventData, Fact, PauseReason } from '@arbiter/contracts';
import { playbookOfPlan } from '../../plan';
import { openBranches } from '../branches/sweep';
import type { OpenRun } from '../state/run';
import type { Revisions } from '../state/revisions';
import { grantedToModels } from './model-room';
import { actionsIn, hasRoomFor } from './room';

/** By steps that a revision took out, and that were asked for. */
export const takenByGone = ({ gone }: Revisions): number => gone.filter(({ code }) => code !== null).length;

/**
 * PL-28: why a branch with a revised plan does nothing more until its run has reserved more of the budget for it; null
 * while it may go on.
 */
export function overShare(run: OpenRun, bundle: ArtifactBundle): PauseReason | null {
  const { branch, planned, revisions, share } = run;
  if (!branch || !planned) return null;
  const isBounded = playbookOfPlan(bundle, planned.plan)?.definition.budgets?.run?.actions !== undefined;
  const needed = takenByGone(revisions) + actionsIn(run, planned.plan.steps);
  return isBounded && needed > share ? { why: 'actions', used: share, most: share, needed } : null;
}

/**
 * How many more actions a paused branch needs than were taken for it; 0: it waits for something else, or for nothing.
 */
export const moreFor = (run: OpenRun, branchId: string): number => {
  const { reasons, actions } = run.branches.open[branchId]!;
  return reasons.reduce(
    (most, reason) => (reason.why === 'actions' ? Math.max(most, reason.needed - actions) : most),
    0,
  );
};

/** The branches that paused for more of the budget, and have it now: each takes its own before the next. */
export function sharesTaken(run: OpenRun, at: string): readonly Fact[] {
  let taken = 0;
  return openBranches(run).flatMap(([branchId, { actions, pauses }]): Fact[] => {
    const more = moreFor(run, branchId);
    if (more === 0 || !hasRoomFor(run, taken + more)) return [];
    taken += more;
    return [continueOf(run, [{ branchId, pause: pauses }], at, actions + more)];
  });
}

/** Each branch goes on from this pause of its own, and from no later one. */
export const continueOf = (
  run: OpenRun,
  branches: EventData<'branch.continue_requested'>['branches'],
  at: string,
  actions?: number,
): Fact => ({
  name: 'branch.continue_requested',
  data: { runId: run.runId, branches, ...grantedToModels(run), ...(actions !== undefined && { actions }), at },
});
