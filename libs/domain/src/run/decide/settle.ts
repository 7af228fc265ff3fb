import type { DecisionContext, Fact } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { branchesRequested } from '../branches/begin-sweep';
import { sweepEnded, sweepSuspended } from '../branches/sweep';
import { runPaused } from '../pauses/run-paused';
import { sharesTaken } from '../pauses/share';
import { revisionRequested } from '../revisions/request';
import { evolveRun } from '../state/evolve-run';
import type { OpenRun, Run } from '../state/run';
import { undoRequested } from '../undo/undo-requested';
import { CANCEL_GRACE_MILLISECONDS, FOLLOW_MILLISECONDS } from '../timers';
import { beginStep } from './begin-step';
import { endRun, reportRun } from './ending';
import { nextMove, toWithdraw, type Move } from './next-move';
import { beginSteps } from './segment';

/** A plan has at most a hundred steps, every move but the last begins at least one, and six moves begin none. */
const MAXIMUM_MOVES = 108;

/** These facts, and everything that follows from them at once. */
export function settle(run: Run, facts: readonly Fact[], context: DecisionContext): readonly Fact[] {
  const all = [...facts];
  let current = facts.reduce(evolveRun, run);
  for (let moves = 0; current.phase === 'open' && moves < MAXIMUM_MOVES; moves += 1) {
    const next = carryOut(nextMove(current, context.artifacts), current, context);
    if (next.length === 0) break;
    all.push(...next);
    current = next.reduce(evolveRun, current);
  }
  return all;
}

function carryOut(move: Move, run: OpenRun, context: DecisionContext): readonly Fact[] {
  switch (move.do) {
    case 'wait':
      return [];
    case 'begin':
      return beginSteps(run, run.planned!, move.steps, context);
    case 'withdraw':
      // Asked not to happen, and given a time to answer.
      return [
        ...move.kind.withdraw(run, move.stepIds),
        watched(run, 'cancel', instantAfter(context.now, CANCEL_GRACE_MILLISECONDS)),
      ];
    case 'undo':
      return move.steps.map((step) => undoRequested(run, step, context));
    case 'branch':
      return [branchesRequested(run, run.planned!, move.step, move.items, context)];
    case 'tell_waiting':
      return [sweepSuspended(run, move.step, context.now)];
    case 'pause':
      return [runPaused(run, move.reasons, context.now)];
    case 'take_shares':
      return sharesTaken(run, context.now);
    case 'end_sweep':
      return [sweepEnded(run, move.step, move.sweep, context.now)];
    case 'revise':
      return [revisionRequested(run, context)];
    case 'write':
      return beginStep(run, run.planned!, move.step, context);
    case 'follow':
      return [watched(run, 'follow', instantAfter(context.now, FOLLOW_MILLISECONDS))];
    case 'report':
      return [reportRun(run, run.planned!, run.reported!, context)];
    case 'end':
      return [endRun(run, move, context)];
  }
}

/** Before a run ends on its own: nothing of it is to happen afterwards. */
export const withdrawAll = (run: OpenRun): readonly Fact[] =>
  toWithdraw(run).flatMap(({ kind, stepIds }) => kind.withdraw(run, stepIds));

export const watched = ({ runId }: OpenRun, key: 'watchdog' | 'follow' | 'cancel', at: string): Fact => ({
  name: 'run.watched',
  data: { runId, key, at },
});
