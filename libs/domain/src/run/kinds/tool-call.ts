import { stepOrigin, type Fact, type StepOf } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { resolveBindings } from '../../plan';
import { line, outputOf } from '../../words';
import { actionRequestOf } from '../decide/begin-step';
import { actionRequested, changeAction } from '../state/evolve-steps';
import {
  isInFlight,
  originOfStep,
  resultsOf,
  stepOf,
  type OpenRun,
  type RunningStep,
  type StepKind,
} from '../state/run';
import { EXPIRY_GRACE_MILLISECONDS } from '../timers';
import { PLAIN } from './plain';

/** EX-09: one call of a tool through the gateway. */
export const toolCall: StepKind<StepOf<'tool_call'>> = {
  ...PLAIN,
  acts: true,
  begin(run, planned, step, context) {
    const args = resolveBindings(step.args, { args: planned.args, results: resultsOf(run) });
    return [{ name: 'action.requested', data: actionRequestOf(run, planned, step, args, context) }];
  },
  evolve(run, fact) {
    switch (fact.name) {
      case 'action.requested':
        return actionRequested(run, fact.data);
      case 'action.cancel_requested':
        return changeAction(run, fact.data.actionId, (record) => ({ ...record, withdrawn: true }));
      case 'run.suspended':
        return changeAction(run, fact.data.actionId, (record) => ({
          ...record,
          status: 'suspended',
          asked: fact.data,
        }));
      default:
        return run;
    }
  },
  patience({ steps }, stepId) {
    const record = steps[stepId];
    return record?.status === 'suspended' ? [instantAfter(record.asked.expiresAt, EXPIRY_GRACE_MILLISECONDS)] : [];
  },
  atStop({ steps }, stepId) {
    const record = steps[stepId];
    if (record === undefined || !isInFlight(record)) return 'over';
    return record.withdrawn || record.undoes ? 'withdrawn' : 'to_withdraw';
  },
  /** The gateway is asked not to let these actions happen: one by one, and those of a segment together. */
  withdraw(run, stepIds) {
    const segments = Map.groupBy(stepIds, (stepId) => segmentOf(run, stepId));
    return [...segments].flatMap(([segmentId, ids]): readonly Fact[] =>
      segmentId === null ? ids.map((stepId) => cancelOf(run, stepId)) : [cancelOfSegment(run, segmentId, ids)],
    );
  },
  lines: ({ id: stepId, title }, result, { conversation }) =>
    conversation.toolOutputs === 'on_request'
      ? [line('tool_phase', 'rag.results', { kind: 'tool_output', stepId, title, text: outputOf(result) })]
      : [],
};

function segmentOf({ steps }: OpenRun, stepId: string): string | null {
  const record = steps[stepId]!;
  return isInFlight(record) ? record.segmentId : null;
}

/** Where the reads lead to an action, that is wanted no more either, as long as nothing is known of its end. */
function cancelOfSegment(run: OpenRun, segmentId: string, stepIds: readonly string[]): Fact {
  const last = stepIds.find((stepId) => (run.steps[stepId] as RunningStep).actionId === segmentId);
  const tool = last === undefined ? undefined : stepOf(run, last)?.tool;
  return {
    name: 'segment.cancel_requested',
    data: {
      segmentId,
      runId: run.runId,
      stepIds: [...stepIds],
      ...(tool !== undefined && { tool, origin: stepOrigin(last!) }),
    },
  };
}

function cancelOf(run: OpenRun, stepId: string): Fact {
  const { tool } = stepOf(run, stepId)!;
  const { actionId } = run.steps[stepId] as RunningStep;
  return {
    name: 'action.cancel_requested',
    data: { actionId, runId: run.runId, stepId, origin: originOfStep(run, stepId), tool: tool! },
  };
}
