import type { ArtifactBundle, Decision, DecisionContext, EventData, Fact, Incoming } from '@arbiter/contracts';
import { refusedAction } from '../pauses/refusals';
import { suspension } from '../report/proposal';
import { isStopping } from '../revisions/revisable-run';
import { inFlightOf, isAgentStep, isInFlight, type OpenRun, type Run } from '../state/run';
import { stepCompleted, type ActionOutcome } from './action-outcome';
import { settle } from './settle';
import { settleLate } from './settle-late';

/**
 * R3, R7: the end of an action ends its step, once, also when its run has ended meanwhile. R10: after a refusal the
 * step has no end.
 */
export function onActionOutcome(run: Run, event: ActionOutcome, context: DecisionContext): Decision {
  const walked = walkedBy(run);
  const refused = refusedBy(walked, event.data);
  if (refused) return refused;
  const again = run.phase === 'open' ? refusedAction(run, event, context) : null;
  if (again) return settle(run, [again], context);
  const ended = stepCompleted(event, (walked as OpenRun).planned!, context.now);
  return run.phase === 'ended' ? settleLate(run, ended, context) : settle(run, [ended], context);
}

/** AP-01: the run waits, and states for what. */
export function onActionSuspended(
  run: Run,
  { data }: Incoming<'action.suspended'>,
  { artifacts }: DecisionContext,
): Decision {
  if (data.origin.kind === 'agent_call') return onCallSuspended(run, data, artifacts);
  const refused = refusedBy(run, data);
  if (refused) return refused;
  const open = run as OpenRun;
  const record = open.steps[data.stepId]!;
  if (record.status === 'suspended') return { ignored: 'already_suspended' };
  if (isInFlight(record) && record.answered) return { ignored: 'already_answered' };
  if (isStopping(open, artifacts) && data.origin.kind !== 'undo') return { ignored: 'stopping' };
  return [{ name: 'run.suspended', data: suspension(open, open.planned!, data, artifacts) }];
}

/** A call that a model chose, and that changes something, waits for the person (AG-13). */
function onCallSuspended(run: Run, data: EventData<'action.suspended'>, artifacts: ArtifactBundle): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const record = run.steps[data.stepId];
  if (!isAgentStep(record)) return { ignored: 'no_agent_works' };
  if (record.status === 'suspended') return { ignored: 'already_suspended' };
  if (isStopping(run, artifacts)) return { ignored: 'stopping' };
  return [{ name: 'run.suspended', data: suspension(run, run.planned!, data, artifacts) }];
}

/** The person answered; the gateway acts on it, the run learns that the answer's own run waits for its end. */
export function onApprovalGiven(
  run: Run,
  { data }: Incoming<'approval.given'>,
  { artifacts }: Pick<DecisionContext, 'artifacts'>,
): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const { runId, actionId, requestId, decision } = data;
  if (run.followers.includes(requestId)) return { ignored: 'already_resumed' };
  const stepId = inFlightOf(run).find(([, record]) => record.actionId === actionId)?.[0];
  const resumed: Fact = {
    name: 'run.resumed',
    data: { runId, actionId, ...(stepId !== undefined && { stepId }), requestedBy: requestId, decision },
  };
  return [resumed, ...askAgain(run, data, artifacts)];
}

/** A thread holds one question at a time: when it is answered, another suspended action is asked about again. */
function askAgain(
  run: OpenRun,
  { actionId: answered, requestId }: EventData<'approval.given'>,
  bundle: ArtifactBundle,
): readonly Fact[] {
  if (isStopping(run, bundle)) return [];
  for (const record of Object.values(run.steps)) {
    if (record.status === 'suspended' && !record.answered && record.asked.actionId !== answered)
      return [{ name: 'run.suspended', data: { ...record.asked, followers: [...run.followers, requestId] } }];
  }
  return [];
}

/** The run whose step ended: a run that has ended still follows the steps that were in flight (R7). */
export const walkedBy = (run: Run): Run => (run.phase === 'ended' && run.unsettled !== null ? run.unsettled.run : run);

/** Why a fact about an action changes nothing; null: it does. */
export function refusedBy(
  run: Run,
  { actionId, stepId }: { readonly actionId: string; readonly stepId: string },
): Decision | null {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const record = run.steps[stepId];
  if (record === undefined) return { ignored: 'unknown_action' };
  if (!isInFlight(record)) return { ignored: 'step_ended' };
  return record.actionId === actionId ? null : { ignored: 'unknown_action' };
}
