import type { DecisionContext, EventData, Fact } from '@arbiter/contracts';
import { evolveSession, type RoutingAction, type SessionState } from '../1-turn';
import { openRequest } from './open-request';
import { runRequested, sentence, threadFollowed } from './session-facts';

type Received = EventData<'turn.received'>;
type Act<What extends RoutingAction['do']> = Extract<RoutingAction, { do: What }>;

/** RT-12: the run ends the ordinary way, and this turn's run reports how; a turn with a request of its own goes on with that. */
export function endRun(state: SessionState, turn: Received, { thread, request }: Act<'end_run'>, context: DecisionContext): readonly Fact[] {
  const { threadId, runId, intentId } = thread;
  const cancel: Fact = { name: 'run.cancel_requested', data: { runId, requestId: turn.requestId } };
  const next =
    request === null
      ? [runRequested(turn, context, { purpose: 'follow', threadId, intentId, follows: runId, copy: 'cancelled' })]
      : openRequest(state, turn, request, context);
  return [...(thread.cancelling ? [] : [cancel]), ...next];
}

/** The model is still asked what an earlier turn wants: that turn ends here, and its answer will find nobody waiting. */
export function endRequest(state: SessionState, turn: Received, { thread, request }: Act<'withdraw_request'>, context: DecisionContext): readonly Fact[] {
  const { threadId, classification } = thread;
  const withdrawn = classification ? [runRequested(classification, context, { purpose: 'cancelled', threadId })] : [];
  const closed = closing(threadId, threadId, context);
  return [...withdrawn, closed, ...instead(evolveSession(state, closed), turn, threadId, request, context)];
}

export function endQuestion(state: SessionState, turn: Received, { thread, request }: Act<'close_question'>, context: DecisionContext): readonly Fact[] {
  const closed = closing(thread.threadId, thread.runId, context);
  return [closed, ...instead(evolveSession(state, closed), turn, thread.threadId, request, context)];
}

/** What the person takes back is done, not failed. */
const closing = (threadId: string, runId: string, context: DecisionContext): Fact =>
  threadFollowed(threadId, runId, 'done', { outcome: sentence(context, 'cancelled') });

function instead(state: SessionState, turn: Received, threadId: string, request: string | null, context: DecisionContext): readonly Fact[] {
  if (request !== null) return openRequest(state, turn, request, context);
  return [runRequested(turn, context, { purpose: 'respond', threadId, copy: 'cancelled' })];
}
