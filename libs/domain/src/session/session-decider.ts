import {
  conversationOf,
  isIgnored,
  playbookOfSession,
  streamOf,
  type Decider,
  type Decision,
  type DecisionContext,
  type EventName,
  type Fact,
} from '@arbiter/contracts';
import { refuse } from '../foreign-input';
import { runRequested } from '../run-request';
import { decideRunCompleted, decideRunSubmitted, decideRunSuspended } from './decide/decide-run-outcome';
import { decideRunSettled } from './decide/decide-run-settled';
import { decideTurn } from './decide/decide-turn';
import { originOf, originOfAsked } from './decide/delivery';
import { threadFollowed } from './decide/session-facts';
import { decideIntentAnswered, decideIntentDue } from './intent/decide-intent';
import type { SessionEvent, SessionInput } from './session-input';
import { withDoubt } from './state/doubts';
import { evolveSession } from './state/evolve-session';
import { givenPersonal } from './state/personal';
import { askedOf, hasOpenRun, initialSession, threadAskedFor, type SessionState } from './state/session-state';
import { isRouted } from './state/turns';
import { sessionTimers, turnOfTimer } from './timers';
import { withNextInLine } from './topics/queue';

/**
 * The stream of the chat an event belongs to: the session, never a reply or a thread (CH-02). A playbook's run belongs
 * to none.
 */
export const streamsForSession = ({ tenant, customerId, data }: SessionEvent): readonly string[] =>
  playbookOfSession(data.sessionId) === null ? [conversationOf(tenant, data.sessionId, customerId)] : [];

/** The events that are taken of the streams that are looked up. */
export const SESSION_LOOKS_UP: ReadonlySet<EventName> = new Set(['run.suspended', 'run.completed', 'run.settled']);

/**
 * Whether an event, judged by its unsealed fields, may be decided a moment later: the end of a run that was submitted
 * by itself. It belongs to no topic, unless it had to wait for a yes, and nothing in its session waits for it.
 */
export const mayBeDecidedLater = (name: EventName, { data }: { readonly data?: Record<string, unknown> }): boolean =>
  name === 'run.completed' && data?.['threadId'] === null && data['messageId'] === null;

/** Everything the router decides about one chat: category, thread, intent, slots, question (RT-01, TH-08). */
export const sessionDecider: Decider<SessionState, SessionInput> = {
  category: 'session',
  initial: initialSession,
  evolve: evolveSession,
  decide,
  due: sessionTimers,
  lookups,
  skip,
};

function decide(state: SessionState, input: SessionInput, context: DecisionContext): Decision {
  const decision = decideInput(state, input, context);
  if (isIgnored(decision)) return decision;
  const facts = withNextInLine(state, decision, context);
  const after = facts.reduce(
    (known, fact) => (fact.name === 'intent.proposed' ? evolveSession(known, fact) : known),
    state,
  );
  const said = input.name === 'turn.received' ? (input.data.personal ?? []) : [];
  return facts.map((fact) => givenPersonal(after, said, withDoubt(state, fact)));
}

function decideInput(state: SessionState, input: SessionInput, context: DecisionContext): Decision {
  switch (input.name) {
    case 'turn.received':
      return decideTurn(state, input, context);
    case 'run.submitted':
      return decideRunSubmitted(state, input, context);
    case 'run.suspended':
      return decideRunSuspended(state, input);
    case 'run.completed':
      return decideRunCompleted(state, input);
    case 'run.settled':
      return decideRunSettled(state, input, context);
    case 'intent.answered':
      return decideIntentAnswered(state, input, context);
    case 'due':
      return decideIntentDue(state, input.key, context);
    default:
      return refuse(input, context);
  }
}

/**
 * A turn is routed and settled by the present state of its session's runs, not by the last event about them; and a run
 * ends before it is settled.
 */
function lookups(state: SessionState, input: SessionInput, { tenant }: DecisionContext): readonly string[] {
  if (input.name === 'run.settled') return [streamOf('run', tenant, input.data.runId)];
  const isAboutTurn = input.name === 'turn.received' || askedOf(state, askedAboutBy(input) ?? '') !== null;
  return isAboutTurn ? state.threads.filter(hasOpenRun).map(({ runId }) => streamOf('run', tenant, runId)) : [];
}

/** The turn that an answer or a timer is about. */
function askedAboutBy(input: SessionInput): string | null {
  if (input.name === 'intent.answered') return input.requestId;
  return input.name === 'due' ? (turnOfTimer(input.key)?.requestId ?? null) : null;
}

/** A turn that cannot be handled still ends, with an honest sentence, and its session goes on. */
function skip(state: SessionState, input: SessionInput, cause: string, context: DecisionContext): readonly Fact[] {
  if (input.name === 'turn.received' || input.name === 'run.submitted') {
    if (isRouted(state.turns, input.data.requestId) || askedOf(state, input.data.requestId)) return [];
    const own = context.artifacts.copy.locale;
    const [messageId, locale] =
      input.name === 'turn.received'
        ? [input.data.messageId, input.data.locale ?? state.language.locale ?? own]
        : [null, own];
    return skipped(originOf(state, { ...input.data, messageId, locale }, null, true), null, cause, context);
  }
  const asked = askedOf(state, askedAboutBy(input) ?? '');
  if (!asked) return [];
  return skipped(originOfAsked(state, asked), threadAskedFor(state, asked.requestId)?.threadId ?? null, cause, context);
}

function skipped(
  origin: Parameters<typeof runRequested>[0],
  threadId: string | null,
  cause: string,
  context: DecisionContext,
): readonly Fact[] {
  return [
    { name: 'turn.skipped', data: { requestId: origin.requestId, cause } },
    ...(threadId === null ? [] : [threadFollowed(threadId, threadId, 'failed')]),
    runRequested(origin, context, { purpose: 'respond', threadId, copy: 'error_default' }),
  ];
}
