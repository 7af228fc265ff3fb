import type { BranchStatus, EventData, Fact, ForEach, PlanStep } from '@arbiter/contracts';
import { selectionOf, type PlaybookArgs, type Selected } from '../../plan';
import { sweepOf } from './sweep-of';
import { begunIn, type Branches, type BranchRecord, type SweepStep } from '../state/branch';
import { branchesInRoom } from '../pauses/room';
import { pauseOf, resultsOf, type OpenRun, type Planned } from '../state/run';

/** The objects that the reads and the selection give (PL-20). */
export const selectedBy = (run: OpenRun, { args }: Pick<Planned, 'args'>, forEach: ForEach, now: string): Selected =>
  selectionOf(forEach.selection, resultsOf(run), args as unknown as PlaybookArgs, now);

/** The branches that have not ended, whether they go on, wait for a yes or are paused. */
export const openBranches = ({ branches }: OpenRun): readonly (readonly [string, BranchRecord])[] =>
  Object.entries(branches.open);

/** The branches that take up a place: one that waits for an approval, or is paused, takes none. */
export const placesTaken = (run: OpenRun): number =>
  openBranches(run).filter(([, { status }]) => status === 'running').length;

/** The objects whose branches may begin now: as many as there are places, and as the budget has room for. */
export function nextObjects(run: OpenRun): Selected['items'] {
  const under = sweepOf(run);
  if (!under || isHalted(run)) return [];
  const places = Math.min(under.forEach.atOnce - placesTaken(run), branchesInRoom(run));
  if (places <= 0) return [];
  // Branches begin in order, so those that have begun are the first ones.
  const begun = begunIn(run.branches);
  return under.sweep.items.slice(begun, begun + places);
}

/** Objects are left whose branches have not begun. */
export const isUnbegun = (run: OpenRun): boolean => (sweepOf(run)?.sweep.items.length ?? 0) > begunIn(run.branches);

/** R10: the reason that stops one branch would stop the next one as well. */
const isHalted = (run: OpenRun): boolean =>
  pauseOf(run) !== null || openBranches(run).some(([, { status }]) => status === 'paused');

/** AP-07: every branch waits for an answer, and that was not reported yet. */
export const allWait = (run: OpenRun, { isTold }: SweepStep): boolean =>
  !isTold && !isHalted(run) && placesTaken(run) === 0 && openBranches(run).length > 0;

export function sweepSuspended(run: OpenRun, { id: stepId }: PlanStep, at: string): Fact {
  const waiting = openBranches(run);
  const [expiresAt] = waiting.flatMap(([, { waitsUntil }]) => waitsUntil ?? []).toSorted();
  return {
    name: 'sweep.suspended',
    data: { runId: run.runId, stepId, waiting: waiting.length, expiresAt: expiresAt!, at },
  };
}

/** A sweep ends when all its branches have ended, however they did: a failed one is reported and stops no other. */
export const sweepEnded = (run: OpenRun, { id: stepId }: PlanStep, sweep: SweepStep, at: string): Fact => ({
  name: 'step.completed',
  data: {
    runId: run.runId,
    stepId,
    status: 'completed',
    code: null,
    message: '',
    result: sweepResult(run, sweep),
    at,
  },
});

/** The result of a sweep, for its step and for the words about it. */
function sweepResult({ branches }: OpenRun, { held }: SweepStep) {
  const ended = inOrder(branches);
  const count = (status: BranchStatus): number => ended.filter((branch) => branch.status === status).length;
  const heldFor = (code: string): number =>
    ended.filter((branch) => branch.status === 'held' && branch.code === code).length;
  const failures = ended.filter(({ status }) => status === 'failed' || status === 'unknown');
  return {
    selected: ended.length,
    done: count('done'),
    failed: count('failed'),
    unknown: count('unknown'),
    cancelled: count('cancelled'),
    held: count('held') + held,
    refused: heldFor('rejected'),
    unanswered: heldFor('approval_expired'),
    touched: ended.filter(({ touchedAt }) => touchedAt !== null).length,
    failures: failures.map(({ object, code }) => ({ object, code })),
  };
}

/** All of them, in the order in which they began. */
const inOrder = ({ open, ended }: Branches): readonly BranchRecord[] =>
  [...Object.values(open), ...ended.flat()].toSorted((one, other) => one.place - other.place);

/**
 * PL-07: the objects about which a person outside was written to, and when; a branch with an unknown outcome may have
 * done so.
 */
export function touchedBy({ branches }: OpenRun): Pick<EventData<'run.completed'>, 'touched'> {
  const touched = inOrder(branches).flatMap(({ object, touchedAt }) =>
    touchedAt === null ? [] : [{ object, at: touchedAt }],
  );
  return touched.length === 0 ? {} : { touched };
}
