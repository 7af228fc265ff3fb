import { conversationOf, streamOf, type Decider, type Decision, type DecisionContext, type DueChange, type Fact } from '@arbiter/contracts';
import { evolveSession, hasOpenRun, initialSession, type SessionState } from '../1-turn';
import { instantAfter } from '../instant';
import { decideIntentAnswered, decideIntentDue } from './decide-intent';
import { decideRunCompleted, decideRunSubmitted, decideRunSuspended } from './decide-run';
import { decideTurn } from './decide-turn';
import { runRequested } from './session-facts';
import { intentTimer, type SessionEvent, type SessionInput } from './session-input';

/** How long after its deadline an ask is given up, so that an answer in the last moment comes first. */
const GRACE_MILLISECONDS = 1_000;

/** The stream of the chat an event belongs to: the session, never a reply or a thread (CH-02). */
export const streamsForSession = ({ tenant, customerId, data }: SessionEvent): readonly string[] => [conversationOf(tenant, data.sessionId, customerId)];

/** Everything the router decides about one chat: category, thread, intent, slots, question (RT-01, TH-08). */
export const sessionDecider: Decider<SessionState, SessionInput> = {
  category: 'session',
  initial: initialSession,
  evolve: evolveSession,
  decide,
  due,
  lookups,
  skip,
};

function decide(state: SessionState, input: SessionInput, context: DecisionContext): Decision {
  switch (input.name) {
    case 'turn.received':
      return decideTurn(state, input, context);
    case 'run.submitted':
      return decideRunSubmitted(state, input, context);
    case 'run.suspended':
      return decideRunSuspended(state, input);
    case 'run.completed':
      return decideRunCompleted(state, input);
    case 'intent.answered':
      return decideIntentAnswered(state, input.requestId, input.proposal, context);
    case 'due':
      return decideIntentDue(state, input.key, context);
  }
}

function due(fact: Fact): readonly DueChange[] {
  switch (fact.name) {
    case 'intent.requested':
      return [{ key: intentTimer(fact.data.requestId), at: instantAfter(fact.data.deadline, GRACE_MILLISECONDS) }];
    case 'intent.classified':
      return [{ key: intentTimer(fact.data.requestId), at: null }];
    case 'run.requested':
      return fact.data.purpose === 'cancelled' ? [{ key: intentTimer(fact.data.requestId), at: null }] : [];
    default:
      return [];
  }
}

/** A turn is routed by what the runs of its session have come to, not by what was last heard of them. */
function lookups({ threads }: SessionState, input: SessionInput, { tenant }: DecisionContext): readonly string[] {
  return input.name === 'turn.received' ? threads.filter(hasOpenRun).map(({ runId }) => streamOf('run', tenant, runId)) : [];
}

/** A turn that cannot be handled still ends, with an honest sentence, and its session goes on. */
function skip({ routed }: SessionState, input: SessionInput, cause: string, context: DecisionContext): readonly Fact[] {
  if ((input.name !== 'turn.received' && input.name !== 'run.submitted') || routed.includes(input.data.requestId)) return [];
  const messageId = input.name === 'turn.received' ? input.data.messageId : null;
  return [
    { name: 'turn.skipped', data: { requestId: input.data.requestId, cause } },
    runRequested({ ...input.data, messageId }, context, { purpose: 'respond', copy: 'error_default' }),
  ];
}
