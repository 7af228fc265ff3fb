import type { EventData } from '@arbiter/contracts';
import { withEndedOffers } from './ended-offers';
import {
  hasOpenRun,
  threadOf,
  type Outcome,
  type PendingApproval,
  type SessionState,
  type Thread,
} from './session-state';
import { remembering, topicOf, withThread, withoutThread } from './threads';
import { withEnded, withPut, withSpokenOf } from './turns';

type Followed = EventData<'thread.followed'>;

/** The thread after the end, the question or the proposal of its run. */
export function followThread(state: SessionState, followed: Followed): SessionState {
  const thread = threadOf(state, followed.threadId);
  return thread ? follow(lapsed(state, thread, followed), thread, followed) : withNews(state, followed);
}

/** News of a topic after its end replaces the outcome that was known at its end. */
function withNews(state: SessionState, { threadId, outcome }: Followed): SessionState {
  const renewed = (known: Outcome): Outcome =>
    known.threadId === threadId && outcome !== '' ? { ...known, outcome } : known;
  return {
    ...state,
    lastOutcome: state.lastOutcome && renewed(state.lastOutcome),
    earlierOutcomes: state.earlierOutcomes.map(renewed),
  };
}

/** An open proposal lapses. */
const lapsed = (state: SessionState, thread: Thread, { endedAt }: Followed): SessionState =>
  thread.phase === 'proposed' && endedAt !== undefined
    ? withEndedOffers(state, thread, thread.approvals, 'lapsed', endedAt)
    : state;

function follow(state: SessionState, thread: Thread, followed: Followed): SessionState {
  switch (followed.status) {
    case 'waiting_for_user':
      return wait(state, thread, followed);
    case 'workflow_proposed':
      return propose(state, thread, followed);
    case 'in_progress':
    case 'blocked':
      return withThread(state, {
        ...topicOf(thread),
        phase: 'running',
        runId: followed.runId,
        cancelling: false,
        decided: decidedOf(thread),
      });
    case 'done':
    case 'failed':
      return close(state, thread, followed);
  }
}

function wait(state: SessionState, thread: Thread, { runId, question }: Followed): SessionState {
  if (question === null) return state;
  const asks = { ...thread.asks, [question.key]: (thread.asks[question.key] ?? 0) + 1 };
  const turns = withPut(withSpokenOf(withEnded(state.turns, runId), thread.threadId), thread.threadId);
  return withThread({ ...state, turns }, { ...topicOf(thread), asks, phase: 'waiting', runId, question });
}

/** Actions of one run that wait at the same time are asked one after the other. */
function propose(
  state: SessionState,
  thread: Thread,
  { runId, question, actionId, binding, askedAt }: Followed,
): SessionState {
  if (question === null || actionId === null || binding === null || askedAt === null) return state;
  const decided = decidedOf(thread);
  // What a run that is being stopped asked for before is wanted no more.
  const others: readonly PendingApproval[] = thread.phase === 'proposed' && !thread.cancelling ? thread.approvals : [];
  const known = others.some((approval) => approval.actionId === actionId);
  const approvals = (known ? others : [...others, { actionId, binding, question, askedAt }]).filter(
    (approval) => !decided.includes(approval.actionId),
  );
  if (approvals.length === 0) return state;
  const turns = withPut(withSpokenOf(state.turns, thread.threadId), thread.threadId);
  return withThread(
    { ...state, turns },
    { ...topicOf(thread), phase: 'proposed', runId, cancelling: false, decided, approvals },
  );
}

/**
 * An empty outcome is not asked about: the topic went on in another thread. The run it was named by has ended, too, and
 * opens it no more.
 */
function close(
  state: SessionState,
  { threadId, intentId, slots }: Thread,
  { runId, outcome, listed }: Followed,
): SessionState {
  return {
    ...withoutThread(state, threadId),
    turns: withEnded(state.turns, runId),
    ended: remembering(remembering(state.ended, threadId), runId),
    ...(outcome === ''
      ? {}
      : withOutcome(state, { threadId, intentId, slots, outcome, ...(listed ? { listed } : {}) })),
  };
}

/** The number of ended topics that can still be asked after by name. */
const OUTCOMES = 8;

function withOutcome(
  { lastOutcome, earlierOutcomes }: SessionState,
  outcome: Outcome,
): Pick<SessionState, 'lastOutcome' | 'earlierOutcomes'> {
  const earlier = lastOutcome === null ? [] : [lastOutcome, ...earlierOutcomes.slice(0, OUTCOMES - 2)];
  return { lastOutcome: outcome, earlierOutcomes: earlier };
}

const decidedOf = (thread: Thread): readonly string[] => (hasOpenRun(thread) ? thread.decided : []);
