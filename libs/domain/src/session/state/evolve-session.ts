import type { EventData, Fact } from '@arbiter/contracts';
import { askIntent, scheduleRetry, settleAsked } from './asked';
import { doubtsAfter } from './doubts';
import { withEndedOffers } from './ended-offers';
import { followThread } from './followed-runs';
import { withPersonLine, withOutcomeLine } from './transcript';
import { afterClassification, afterRouting } from './misunderstandings';
import { mostAsks, resumable } from './resumption';
import { addressOf, hasOpenRun, threadOf, type SessionState, type ThreadWithRun } from './session-state';
import { withPersonal, withRecognised } from './personal';
import { remembering, topicOf, withThread } from './threads';
import { withDone, withLatest, withOpened, withRouted, withRun, withSpokenOf } from './turns';

/** The state after one more fact of the session; facts of other streams change nothing. */
export function evolveSession(state: SessionState, fact: Fact): SessionState {
  switch (fact.name) {
    case 'turn.routed':
      return routeTurn(
        { ...state, misunderstood: afterRouting(state.misunderstood, fact.data) },
        fact.data.requestId,
        fact.data.threadId,
      );
    case 'turn.skipped':
      return routeTurn(state, fact.data.requestId, null);
    case 'turn.completed':
      return {
        ...state,
        turns: withDone(state.turns, fact.data.requestId, fact.data.messageId),
        ended: remembering(state.ended, fact.data.requestId),
      };
    case 'session.switched':
      return { ...state, language: { locale: fact.data.locale, named: fact.data.named } };
    case 'thread.opened':
      return openThread(state, fact.data);
    case 'thread.queued':
      return queueThread(state, fact.data);
    case 'intent.requested':
      return askIntent(
        withRecognised({ ...state, heard: withPersonLine(state.heard, fact.data) }, fact.data.personal),
        fact.data,
      );
    case 'intent.proposed':
      return scheduleRetry(withPersonal(state, fact.data.personal), fact.data);
    case 'intent.classified':
      return classify({ ...state, misunderstood: afterClassification(state.misunderstood, fact.data) }, fact.data);
    case 'run.requested':
      return requestRun(
        withRecognised(
          { ...settleAsked(state, fact.data.requestId), turns: withRun(state.turns, fact.data) },
          fact.data.recognised,
        ),
        fact.data,
      );
    case 'run.cancel_requested':
      return changeRun(state, fact.data.runId, (thread) => ({ ...thread, cancelling: true }));
    case 'approval.given':
      return answerOffer(state, fact.data);
    case 'thread.followed':
      return followThread(
        { ...state, heard: withOutcomeLine(state.heard, fact.data), doubts: doubtsAfter(state, fact.data) },
        fact.data,
      );
    default:
      return state;
  }
}

/** A turn that was weighed first is routed after later ones, and does not become the latest by that. */
function routeTurn(state: SessionState, requestId: string, threadId: string | null): SessionState {
  const wasWeighed = state.weighing.some((asked) => asked.requestId === requestId);
  const turns = withSpokenOf(withRouted(state.turns, requestId, threadId), threadId);
  return { ...settleAsked(state, requestId), turns: wasWeighed ? turns : withLatest(turns, requestId) };
}

/** A topic that bears another name than its turn is a further one of that turn. */
function openThread(state: SessionState, { threadId, requestId }: EventData<'thread.opened'>): SessionState {
  const number = state.opened + 1;
  const turns = withOpened(state.turns, threadId, requestId);
  return withThread(
    { ...state, turns, opened: number },
    {
      threadId,
      number,
      intentId: null,
      template: null,
      slots: {},
      asks: {},
      consent: null,
      phase: 'classifying',
      asked: null,
    },
  );
}

function queueThread(state: SessionState, data: EventData<'thread.queued'>): SessionState {
  const thread = threadOf(state, data.threadId);
  if (!thread) return state;
  const { threadId, intentId, template, args, consent } = data;
  const queued = withThread(state, {
    ...topicOf(thread),
    intentId,
    template,
    slots: args,
    consent,
    phase: 'queued',
    address: addressOf(data),
  });
  return { ...queued, queuedThreadIds: [...queued.queuedThreadIds, threadId] };
}

/** CL-09: a request made again while its own question is open counts as one more ask, not as a first. */
function classify(state: SessionState, { threadId, intentId, slots }: EventData<'intent.classified'>): SessionState {
  const thread = threadOf(state, threadId);
  if (thread?.phase !== 'classifying') return state;
  return withThread(state, { ...thread, intentId, slots, asks: mostAsks(resumable(state, intentId, slots)) });
}

/** These runs are the thread's own; any other run only speaks about the thread. */
const OWN: ReadonlySet<EventData<'run.requested'>['purpose']> = new Set(['template', 'agent', 'clarify']);

function requestRun(state: SessionState, data: EventData<'run.requested'>): SessionState {
  const thread = data.threadId === null ? null : threadOf(state, data.threadId);
  if (!thread || !OWN.has(data.purpose)) return state;
  const { requestId: runId, intentId, template, args } = data;
  const asks = thread.intentId === intentId ? thread.asks : {};
  const slots = data.purpose === 'template' ? args : thread.slots;
  const consent = data.purpose === 'clarify' ? thread.consent : data.consent;
  return withThread(state, {
    ...topicOf(thread),
    intentId,
    template,
    slots,
    asks,
    consent,
    phase: 'running',
    runId,
    cancelling: false,
    decided: [],
  });
}

function answerOffer(state: SessionState, { runId, actionId, decidedAt }: EventData<'approval.given'>): SessionState {
  const thread = state.threads.filter(hasOpenRun).find((other) => other.runId === runId);
  const answered =
    thread?.phase === 'proposed'
      ? withEndedOffers(
          state,
          thread,
          thread.approvals.filter((approval) => approval.actionId === actionId),
          'answered',
          decidedAt,
        )
      : state;
  return changeRun(answered, runId, (other) => ({ ...other, decided: [...other.decided, actionId] }));
}

function changeRun(state: SessionState, runId: string, change: (thread: ThreadWithRun) => ThreadWithRun): SessionState {
  const thread = state.threads.filter(hasOpenRun).find((other) => other.runId === runId);
  return thread ? withThread(state, change(thread)) : state;
}
