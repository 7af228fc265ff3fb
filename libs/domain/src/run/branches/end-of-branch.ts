import type { ArtifactBundle, AttentionCause, BranchStatus, DecisionContext, FactOf } from '@arbiter/contracts';
import { isUnmet, meansHold } from '../../plan';
import { truncated } from '../../words';
import type { End } from '../decide/next-move';
import { actionsIn } from '../pauses/room';
import { takenByGone } from '../pauses/share';
import { isUnforeseen } from '../revisions/revisable-run';
import { isLeftOut, standingsOf, type Standing } from '../state/standing';
import { acts, kindOf, type OpenRun } from '../state/run';

/** The last fact of a branch: how it ended, and whether a person outside was written to. */
export function branchCompleted(
  run: OpenRun,
  end: Pick<End, 'status' | 'code'>,
  { now, artifacts }: Pick<DecisionContext, 'now' | 'artifacts'>,
): FactOf<'branch.completed'> {
  const standings = run.planned === null ? [] : standingsOf(run, run.planned);
  return {
    name: 'branch.completed',
    data: {
      runId: run.runId,
      branch: run.branch!,
      ...endingOf(run, end, standings, artifacts),
      touched: standings.some((standing) => mayHaveTouched(standing, artifacts)) || hasTouchedBefore(run, artifacts),
      actions: actionsTaken(run),
      startedAt: run.openedAt,
      completedAt: now,
    },
  };
}

type Ending = Pick<FactOf<'branch.completed'>['data'], 'status' | 'code' | 'reason' | 'attention'>;

/** How it ended, and the step that gives the reason. */
function endingOf(
  run: OpenRun,
  end: Pick<End, 'status' | 'code'>,
  standings: readonly Standing[],
  artifacts: ArtifactBundle,
): Ending {
  const leftOut = end.status === 'ok' ? nothingToDo(run, standings, artifacts) : null;
  if (leftOut) return { status: 'held', code: leftOut.code, reason: truncated(leftOut.message) };
  const bad = standings.find(({ step, status }) => step.id === run.brokenBy || status === 'unknown');
  const status = statusOf(run, end, standings);
  const attention = status === 'held' ? attentionTo(run, end) : null;
  return {
    status,
    code: (attention ? null : end.code) ?? bad?.code ?? null,
    reason: truncated(bad?.message ?? ''),
    ...(attention && { attention }),
  };
}

/**
 * The first change that the plan left out, when it left out all there are; null when something was to be changed, or
 * the plan never would.
 */
function nothingToDo(run: OpenRun, standings: readonly Standing[], { tools }: ArtifactBundle): Standing | null {
  const reads = new Set(tools.filter(({ riskClass }) => riskClass === 'read').map(({ tool }) => tool));
  const changes = standings.filter(({ step }) => acts(run, step) && !reads.has(step.tool));
  return changes.every(isLeftOut) ? (changes[0] ?? null) : null;
}
/** PL-28: its actions that were asked for and not called back before they were tried; one that was refused is one. */
const actionsTaken = (run: OpenRun): number =>
  takenByGone(run.revisions) +
  actionsIn(
    run,
    (run.planned?.plan.steps ?? []).filter(({ id }) =>
      run.steps[id] === undefined ? run.refusals[id] !== undefined : run.steps[id].status !== 'cancelled',
    ),
  );

/**
 * A branch is held when a person declined it, or when its text lacks a value. While an effect may have taken place it
 * never counts as done.
 */
function statusOf(
  run: OpenRun,
  { status, code }: Pick<End, 'status' | 'code'>,
  standings: readonly Standing[],
): BranchStatus {
  if (standings.some((standing) => standing.status === 'unknown' || standing.status === 'running')) return 'unknown';
  if (status === 'ok') return 'done';
  const isHeld = ({ step, status: own, code: failure }: Standing): boolean =>
    own === 'rejected' || (step.id === run.brokenBy && (kindOf(run, step).holds || meansHold(step, failure)));
  if (standings.some(isHeld)) return 'held';
  if (status === 'cancelled' && code === null) return 'cancelled';
  return isUnforeseen(run) ? 'held' : 'failed';
}

/** PL-18: why a person has to look at a branch that stopped; null: the reason why it is held is known. */
function attentionTo(run: OpenRun, { code }: Pick<End, 'code'>): AttentionCause | null {
  if (!isUnforeseen(run)) return null;
  if (run.revisions.awaited === null) return 'out_of_revisions';
  return code === 'timed_out' ? 'revision_timed_out' : 'no_revision';
}

/** PL-07: counted as a touch unless it is known that nothing was sent. */
const mayHaveTouched = ({ step, status, code }: Standing, bundle: ArtifactBundle): boolean =>
  (status === 'completed' ||
    status === 'unknown' ||
    status === 'running' ||
    (status === 'failed' && isUnmet(step, code))) &&
  isTouch(step.tool, bundle);

/** By a step that a revision removed: it was carried out, but its result was not as expected. */
const hasTouchedBefore = ({ revisions }: OpenRun, bundle: ArtifactBundle): boolean =>
  revisions.gone.some(({ step, code }) => isUnmet(step, code) && isTouch(step.tool, bundle));

const isTouch = (name: string | undefined, { tools }: ArtifactBundle): boolean =>
  tools.some(({ tool, riskClass }) => tool === name && riskClass === 'external_communication');
