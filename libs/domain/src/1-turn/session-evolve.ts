import type { EventData, Fact } from '@arbiter/contracts';
import { followThread } from './session-follow';
import { mostAsks, resumable } from './resumption';
import { hasOpenRun, threadOf, type SessionState, type ThreadWithRun } from './session-state';
import { remembering, topicOf, withThread } from './session-threads';

/** What a fact of the session makes of its state; facts of other streams change nothing. */
export function evolveSession(state: SessionState, fact: Fact): SessionState {
  switch (fact.name) {
    case 'turn.routed':
    case 'turn.skipped':
      return { ...state, routed: remembering(state.routed, fact.data.requestId) };
    case 'thread.opened':
      return openThread(state, fact.data.threadId);
    case 'intent.requested':
      return requestIntent(state, fact.data);
    case 'intent.classified':
      return classify(state, fact.data);
    case 'run.requested':
      return requestRun({ ...state, routed: remembering(state.routed, fact.data.requestId) }, fact.data);
    case 'run.cancel_requested':
      return changeRun(state, fact.data.runId, (thread) => ({ ...thread, cancelling: true }));
    case 'approval.given':
      return changeRun(state, fact.data.runId, (thread) => ({ ...thread, decided: [...thread.decided, fact.data.actionId] }));
    case 'thread.followed':
      return followThread(state, fact.data);
    default:
      return state;
  }
}

const openThread = (state: SessionState, threadId: string): SessionState =>
  withThread(state, { threadId, intentId: null, template: null, slots: {}, asks: {}, phase: 'classifying', classification: null });

function requestIntent(state: SessionState, data: EventData<'intent.requested'>): SessionState {
  const thread = threadOf(state, data.threadId);
  if (!thread) return state;
  const { requestId, sessionId, channel, messageId, text, eligible, attempt } = data;
  return withThread(state, { ...topicOf(thread), phase: 'classifying', classification: { requestId, sessionId, channel, messageId, text, eligible, attempt } });
}

/** CL-09: a request made again while its own question is open counts as one more ask, not as a first. */
function classify(state: SessionState, { threadId, intentId, slots }: EventData<'intent.classified'>): SessionState {
  const thread = threadOf(state, threadId);
  return thread ? withThread(state, { ...thread, intentId, slots, asks: mostAsks(resumable(state, intentId, slots)) }) : state;
}

/** The run of a template or a clarification is the thread's own; any other run only speaks about the thread. */
function requestRun(state: SessionState, data: EventData<'run.requested'>): SessionState {
  const thread = data.threadId === null ? null : threadOf(state, data.threadId);
  if (!thread || (data.purpose !== 'template' && data.purpose !== 'clarify')) return state;
  const { requestId: runId, intentId, template, args } = data;
  const asks = thread.intentId === intentId ? thread.asks : {};
  const slots = data.purpose === 'template' ? args : thread.slots;
  return withThread(state, { threadId: thread.threadId, intentId, template, slots, asks, phase: 'running', runId, cancelling: false, decided: [] });
}

function changeRun(state: SessionState, runId: string, change: (thread: ThreadWithRun) => ThreadWithRun): SessionState {
  const thread = state.threads.filter(hasOpenRun).find((other) => other.runId === runId);
  return thread ? withThread(state, change(thread)) : state;
}
