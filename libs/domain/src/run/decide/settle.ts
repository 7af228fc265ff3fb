import { answerTimes, stepOrigin, type DecisionContext, type Fact, type PlanStep } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { closingOf } from '../../prose';
import { branchesRequested } from '../branches/begin-sweep';
import { sweepEnded, sweepSuspended } from '../branches/sweep';
import { runPaused } from '../pauses/run-paused';
import { sharesTaken } from '../pauses/share';
import { revisionRequested } from '../revisions/request';
import { insteadOf } from '../report/reply';
import { stepValues } from '../report/step-values';
import { evolveRun } from '../state/evolve-run';
import {
  inFlightOf,
  isInFlight,
  originOfStep,
  type OpenRun,
  type Planned,
  type Run,
  type RunningStep,
} from '../state/run';
import { CANCEL_GRACE_MILLISECONDS, FOLLOW_MILLISECONDS } from '../timers';
import { endRun, reportRun } from './ending';
import { nextMove, type Move } from './next-move';
import { servedAction } from './served-action';
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
        ...withdraw(run, move.stepIds),
        watched(run, 'cancel', instantAfter(context.now, CANCEL_GRACE_MILLISECONDS)),
      ];
    case 'branch':
      return [branchesRequested(run, run.planned!, move.step, move.items, context)];
    case 'withdraw_branches':
      return [
        {
          name: 'branch.cancel_requested',
          data: { runId: run.runId, stepId: move.stepId, branchIds: [...move.branchIds] },
        },
        watched(run, 'cancel', instantAfter(context.now, CANCEL_GRACE_MILLISECONDS)),
      ];
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
      return [replyRequested(run, run.planned!, move.step, context)];
    case 'follow':
      return [watched(run, 'follow', instantAfter(context.now, FOLLOW_MILLISECONDS))];
    case 'report':
      return [reportRun(run, run.planned!, run.reported!, context)];
    case 'end':
      return [endRun(run, move, context)];
  }
}

/** The gateway is asked not to let these actions happen: one by one, and those of a segment together. */
function withdraw(run: OpenRun, stepIds: readonly string[]): readonly Fact[] {
  const segments = Map.groupBy(stepIds, (stepId) => segmentOf(run, stepId));
  return [...segments].flatMap(([segmentId, ids]): readonly Fact[] =>
    segmentId === null ? ids.map((stepId) => cancelOf(run, stepId)) : [cancelOfSegment(run, segmentId, ids)],
  );
}

function segmentOf({ steps }: OpenRun, stepId: string): string | null {
  const record = steps[stepId]!;
  return isInFlight(record) ? record.segmentId : null;
}

/** Where the reads lead to an action, that is wanted no more either, as long as nothing is known of its end. */
function cancelOfSegment({ runId, steps, planned }: OpenRun, segmentId: string, stepIds: readonly string[]): Fact {
  const last = stepIds.find((stepId) => (steps[stepId] as RunningStep).actionId === segmentId);
  const tool = planned!.plan.steps.find(({ id }) => id === last)?.tool;
  return {
    name: 'segment.cancel_requested',
    data: { segmentId, runId, stepIds: [...stepIds], ...(tool !== undefined && { tool, origin: stepOrigin(last!) }) },
  };
}

function cancelOf(run: OpenRun, stepId: string): Fact {
  const { runId, planned, steps } = run;
  const { tool } = planned!.plan.steps.find(({ id }) => id === stepId)!;
  const { actionId } = steps[stepId] as RunningStep;
  return {
    name: 'action.cancel_requested',
    data: { actionId, runId, stepId, origin: originOfStep(run, stepId), tool: tool! },
  };
}

/** Before a run ends on its own: nothing of it is to happen afterwards. */
export const withdrawAll = (run: OpenRun): readonly Fact[] =>
  withdraw(
    run,
    inFlightOf(run)
      .filter(([, record]) => !record.withdrawn)
      .map(([stepId]) => stepId),
  );

export const watched = ({ runId }: OpenRun, key: 'watchdog' | 'follow' | 'cancel', at: string): Fact => ({
  name: 'run.watched',
  data: { runId, key, at },
});

/** No model is asked for words about a missing result: the tenant's own sentence about the failure is used. */
function replyRequested(run: OpenRun, planned: Planned, step: PlanStep, { now, artifacts }: DecisionContext): Fact {
  const instead = insteadOf(step, run, planned, artifacts);
  if (instead !== null) return unwritten(run, step, instead);
  const actionId = servedAction(run, planned, step);
  const purpose = step.question === undefined ? 'narrative' : 'clarification';
  return {
    name: 'reply.requested',
    data: {
      runId: run.runId,
      stepId: step.id,
      ...(actionId !== undefined && { actionId }),
      copy: step.copy!,
      purpose,
      ...(step.class === undefined ? {} : { class: step.class }),
      ...(run.delivery.tier === undefined ? {} : { tier: run.delivery.tier }),
      locale: run.delivery.locale,
      closing: closingOf(step, artifacts),
      values: stepValues(run, planned, step),
      ...(planned.recognised && { recognised: [...planned.recognised] }),
      deadline: instantAfter(now, answerTimes(artifacts.models, purpose).total),
      attempt: 1,
      requestedAt: now,
    },
  };
}

const unwritten = ({ runId }: OpenRun, { id: stepId }: PlanStep, text: string): Fact => ({
  name: 'reply.composed',
  data: { runId, stepId, text, by: 'platform', failure: 'result_missing', segments: 0 },
});
