import type { ArtifactBundle, PauseReason, PlanStep, RunStatus, StepOf } from '@arbiter/contracts';
import { BUILT_IN, type Selected } from '../../plan';
import { allWait, isUnbegun, nextObjects, openBranches } from '../branches/sweep';
import { sweepOf } from '../branches/sweep-of';
import { reasonsToPause } from '../pauses/reasons';
import { hasRoomFor } from '../pauses/room';
import { moreFor, overShare } from '../pauses/share';
import { BRANCHES_FAILED, NO_OBJECTS, objectsOf } from '../report/objects';
import { outcomeOfStop } from '../report/outcome-of-stop';
import { isUnforeseen, isStopping } from '../revisions/revisable-run';
import type { SweepStep } from '../state/branch';
import {
  inFlightOf,
  isLookingUp,
  isWithAgent,
  kindOf,
  pauseOf,
  kindsOf,
  stepOf,
  writingOf,
  type EndedStep,
  type OpenRun,
  type Planned,
  type StepKind,
} from '../state/run';
import { hasEnded, standingsOf } from '../state/standing';
import { toUndo, type UndoableStep } from '../undo/to-undo';

/** The next move of a run. */
export type Move =
  | { readonly do: 'wait' }
  /** begin every step that waits for nothing: actions and results to show, side by side */
  | { readonly do: 'begin'; readonly steps: readonly PlanStep[] }
  | ({ readonly do: 'withdraw' } & Withdrawal)
  /** R11 */
  | { readonly do: 'undo'; readonly steps: readonly UndoableStep[] }
  /** R8: the branches of the next objects of the sweep */
  | { readonly do: 'branch'; readonly step: StepOf<'for_each'>; readonly items: Selected['items'] }
  /** AP-07: all that is left of the sweep waits for a yes */
  | { readonly do: 'tell_waiting'; readonly step: PlanStep }
  /** R10: nothing of it goes on before a person lets it */
  | { readonly do: 'pause'; readonly reasons: readonly PauseReason[] }
  /** PL-28: branches that paused for more of the budget have it now */
  | { readonly do: 'take_shares' }
  | { readonly do: 'end_sweep'; readonly step: PlanStep; readonly sweep: SweepStep }
  /** R9: ask for another plan */
  | { readonly do: 'revise' }
  | { readonly do: 'write'; readonly step: PlanStep }
  | { readonly do: 'follow'; readonly runId: string }
  | { readonly do: 'report' }
  | End;

/** Steps of one kind that are asked not to happen. */
interface Withdrawal {
  readonly kind: StepKind;
  readonly stepIds: readonly string[];
}

export interface End {
  readonly do: 'end';
  readonly status: RunStatus;
  readonly code: string | null;
}

const WAIT: Move = { do: 'wait' };
export const end = (status: RunStatus, code: string | null = null): End => ({ do: 'end', status, code });

/** EX-01: the next move follows from the plan, the artifacts it is pinned to and the facts, nothing else. */
export function nextMove(run: OpenRun, bundle: ArtifactBundle): Move {
  if (awaitsReplaced(run)) return following(run, run.replaces);
  if (isStopping(run, bundle)) return stopping(run, bundle);
  if (run.brokenBy !== null) return revising(run);
  return run.planned ? goingOn(run, run.planned, bundle) : WAIT;
}

/** R6: the run that this one replaces has not ended, as far as this one knows. */
export const awaitsReplaced = <R extends Pick<OpenRun, 'replaces' | 'reported'>>(
  run: R,
): run is R & { readonly replaces: string } => run.replaces !== null && run.reported === null;

/** R4, R11: nothing begins any more; steps in flight are withdrawn and waited for, then what was done is undone. */
function stopping(run: OpenRun, bundle: ArtifactBundle): Move {
  const [first] = toWithdraw(run);
  if (first) return { do: 'withdraw', ...first };
  const isWaitedFor = begunSteps(run).some((step) => kindOf(run, step).atStop(run, step.id) !== 'over');
  if (isWaitedFor) return WAIT;
  const steps = toUndo(run, bundle);
  return steps.length > 0 ? { do: 'undo', steps } : endOfStopped(run, bundle);
}

/** What goes on and was not asked to stop yet, kind by kind, in the order in which it began. */
export function toWithdraw(run: OpenRun): readonly Withdrawal[] {
  const begun = begunSteps(run);
  return kindsOf(run).flatMap((kind) => {
    const steps = begun.filter((step) => kindOf(run, step) === kind && kind.atStop(run, step.id) === 'to_withdraw');
    return steps.length === 0 ? [] : [{ kind, stepIds: steps.map(({ id }) => id) }];
  });
}

const begunSteps = (run: OpenRun): readonly PlanStep[] =>
  Object.keys(run.steps).flatMap((stepId) => stepOf(run, stepId) ?? []);

/** R9: steps in flight end first; another step that fails meanwhile may need a revision of its own. */
function revising(run: OpenRun): Move {
  const isWaiting =
    run.revisions.awaited !== null || inFlightOf(run).length > 0 || isLookingUp(run) || isWithAgent(run);
  return isWaiting ? WAIT : { do: 'revise' };
}

/** How a run ends that was cancelled or broken. */
export function endOfStopped(run: OpenRun, bundle: ArtifactBundle): End {
  const { brokenBy, steps } = run;
  if (brokenBy === null || (run.cancelling && isUnforeseen(run)))
    return end('cancelled', outcomeOfStop(run, bundle).cameTooLate ? 'not_stopped' : null);
  const { status, code } = steps[brokenBy] as EndedStep;
  return end(status === 'rejected' || status === 'cancelled' ? 'cancelled' : 'error', code);
}

function goingOn(run: OpenRun, planned: Planned, bundle: ArtifactBundle): Move {
  const { plan } = planned;
  const follows = plan.steps[0]?.follows;
  if (follows !== undefined) return following(run, follows);
  if (plan.template === BUILT_IN.cancelled) return end('cancelled');
  const waitsFor = reasonsOfItsOwn(run, bundle);
  if (waitsFor.length > 0) return pausing(run, waitsFor);
  const standings = standingsOf(run, planned);
  const ready = standings.filter(({ status }) => status === 'ready').map(({ step }) => step);
  const acting = ready.filter((step) => !kindOf(run, step).isLast);
  if (acting.length > 0) return { do: 'begin', steps: acting };
  const sweep = sweepOf(run);
  if (sweep) return goingThrough(run, sweep);
  if (inFlightOf(run).length > 0 || isLookingUp(run) || isWithAgent(run) || writingOf(run) !== null) return WAIT;
  if (ready[0]) return { do: 'write', step: ready[0] };
  return standings.every(hasEnded) ? endOfWalk(run) : WAIT;
}

/** ER-01: a run some of whose branches failed says so at its end, and one that only failed ends in error. */
function endOfWalk(run: OpenRun): End {
  const { done, held, failed, unknown } = objectsOf(run) ?? NO_OBJECTS;
  if (failed + unknown === 0) return end('ok');
  return end(done + held === 0 ? 'error' : 'ok', BRANCHES_FAILED);
}

/** R10: steps in flight may end first. */
const pausing = (run: OpenRun, reasons: readonly PauseReason[]): Move =>
  pauseOf(run) !== null || inFlightOf(run).length > 0 || isLookingUp(run) || isWithAgent(run)
    ? WAIT
    : { do: 'pause', reasons };

function reasonsOfItsOwn(run: OpenRun, bundle: ArtifactBundle): readonly PauseReason[] {
  if (run.refused.length > 0) return run.refused;
  const over = overShare(run, bundle);
  return over ? [over] : [];
}

/** R8 */
function goingThrough(run: OpenRun, { step, sweep }: NonNullable<ReturnType<typeof sweepOf>>): Move {
  if (
    pauseOf(run) === null &&
    openBranches(run).some(([id]) => moreFor(run, id) > 0 && hasRoomFor(run, moreFor(run, id)))
  )
    return { do: 'take_shares' };
  const items = nextObjects(run);
  if (items.length > 0) return { do: 'branch', step, items };
  const reasons = reasonsToPause(run);
  if (reasons.length > 0) return { do: 'pause', reasons };
  if (allWait(run, sweep)) return { do: 'tell_waiting', step };
  return openBranches(run).length > 0 || isUnbegun(run) ? WAIT : { do: 'end_sweep', step, sweep };
}

function following({ reported, waits }: OpenRun, runId: string): Move {
  if (reported?.runId === runId) return { do: 'report' };
  return waits === null ? { do: 'follow', runId } : WAIT;
}
