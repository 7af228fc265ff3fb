import type { DecisionContext, EventData, Fact } from '@arbiter/contracts';
import type { Classification, SessionState, WaitingThread } from '../1-turn';
import { intentRequested } from './decide-intent';
import { eligibleIntents } from './eligible-intents';
import { threadSuperseded } from './session-facts';
import { settleIntent } from './settle-intent';

/** No session asks more questions than this at the same time; the oldest gives way. */
export const MAXIMUM_WAITING = 100;

/** RT-08: a new topic; what it is about is asked of a model unless nothing could come of it. */
export function openRequest(state: SessionState, turn: EventData<'turn.received'>, text: string, context: DecisionContext): readonly Fact[] {
  const { requestId, sessionId, channel, messageId } = turn;
  const { tenant, customerId, artifacts } = context;
  const eligible = eligibleIntents(artifacts, { tenant, customerId, channel });
  const asked: Classification = { requestId, sessionId, channel, messageId, text, eligible, attempt: 1 };
  const opened: Fact = { name: 'thread.opened', data: { threadId: requestId, requestId } };
  if (eligible.length > 0) return [...givingWay(state), opened, intentRequested(requestId, asked, context)];
  const verdict = { rule: 'no_eligible_intent', intentId: null, proposedSlots: {} };
  return [...givingWay(state), opened, ...settleIntent(state, requestId, asked, verdict, context)];
}

function givingWay({ threads }: SessionState): readonly Fact[] {
  const waiting = threads.filter((thread): thread is WaitingThread => thread.phase === 'waiting');
  return waiting.length < MAXIMUM_WAITING ? [] : waiting.slice(0, 1).map(threadSuperseded);
}
