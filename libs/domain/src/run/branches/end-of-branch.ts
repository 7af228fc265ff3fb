import type { ArtifactBundle, BranchStatus, DecisionContext, FactOf } from '@arbiter/contracts';
import { isSlotStep } from '../../plan';
import { truncated } from '../../words';
import type { End } from '../decide/next-move';
import { actionsIn } from '../pauses/room';
import { standingsOf, type Standing } from '../state/standing';
import type { OpenRun } from '../state/run';

/** The last fact of a branch: how it ended, and whether somebody outside knows of it. */
export function branchCompleted(
  run: OpenRun,
  end: Pick<End, 'status' | 'code'>,
  { now, artifacts }: Pick<DecisionContext, 'now' | 'artifacts'>,
): FactOf<'branch.completed'> {
  const standings = run.planned === null ? [] : standingsOf(run, run.planned.plan);
  const bad = standings.find(({ step, status }) => step.id === run.brokenBy || status === 'unknown');
  return {
    name: 'branch.completed',
    data: {
      runId: run.runId,
      branch: run.branch!,
      status: statusOf(run, end, standings),
      code: end.code ?? bad?.code ?? null,
      reason: truncated(bad?.message ?? ''),
      touched: standings.some((standing) => mayHaveTouched(standing, artifacts)),
      actions: actionsTaken(run),
      startedAt: run.openedAt,
      completedAt: now,
    },
  };
}

/** PL-28: its actions that were asked for and not called back before they were tried; one that was refused is one. */
const actionsTaken = ({ planned, steps, refusals }: OpenRun): number =>
  actionsIn(
    (planned?.plan.steps ?? []).filter(({ id }) =>
      steps[id] === undefined ? refusals[id] !== undefined : steps[id].status !== 'cancelled',
    ),
  );

/** What a person refused is held, and what cannot be found in its text; what may or may not have happened is never called done. */
function statusOf(
  { brokenBy }: OpenRun,
  { status, code }: Pick<End, 'status' | 'code'>,
  standings: readonly Standing[],
): BranchStatus {
  if (standings.some((standing) => standing.status === 'unknown' || standing.status === 'running')) return 'unknown';
  if (status === 'ok') return 'done';
  const isHeld = ({ step, status: own }: Standing): boolean =>
    own === 'rejected' || (step.id === brokenBy && isSlotStep(step));
  if (standings.some(isHeld)) return 'held';
  return status === 'cancelled' && code === null ? 'cancelled' : 'failed';
}

/** PL-07: counted as a touch unless it is known that nothing was sent. */
const mayHaveTouched = ({ step, status }: Standing, { tools }: ArtifactBundle): boolean =>
  (status === 'completed' || status === 'unknown' || status === 'running') &&
  tools.some(({ tool, riskClass }) => tool === step.tool && riskClass === 'external_communication');
