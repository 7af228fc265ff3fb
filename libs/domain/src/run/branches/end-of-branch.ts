import type { ArtifactBundle, BranchStatus, DecisionContext, FactOf } from '@arbiter/contracts';
import { isSlotStep } from '../../plan';
import { truncated } from '../../words';
import type { End } from '../decide/next-move';
import { isLeftOut, standingsOf, type Standing } from '../state/standing';
import type { OpenRun } from '../state/run';

/** The last fact of a branch: how it ended, and whether somebody outside knows of it. */
export function branchCompleted(
  run: OpenRun,
  end: Pick<End, 'status' | 'code'>,
  { now, artifacts }: Pick<DecisionContext, 'now' | 'artifacts'>,
): FactOf<'branch.completed'> {
  const standings = run.planned === null ? [] : standingsOf(run, run.planned);
  const bad = standings.find(({ step, status }) => step.id === run.brokenBy || status === 'unknown');
  const leftOut = nothingToDo(standings, artifacts);
  return {
    name: 'branch.completed',
    data: {
      runId: run.runId,
      branch: run.branch!,
      status: end.status === 'ok' && leftOut ? 'held' : statusOf(run, end, standings),
      code: end.code ?? bad?.code ?? leftOut?.code ?? null,
      reason: truncated((bad ?? leftOut)?.message ?? ''),
      touched: standings.some((standing) => mayHaveTouched(standing, artifacts)),
      startedAt: run.openedAt,
      completedAt: now,
    },
  };
}

/** The first change that the plan left out, when it left out all there are; null when something was to be changed, or the plan never would. */
function nothingToDo(standings: readonly Standing[], { tools }: ArtifactBundle): Standing | null {
  const reads = new Set(tools.filter(({ riskClass }) => riskClass === 'read').map(({ tool }) => tool));
  const changes = standings.filter(({ step }) => step.type === 'tool_call' && !reads.has(step.tool!));
  return changes.every(isLeftOut) ? (changes[0] ?? null) : null;
}

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
