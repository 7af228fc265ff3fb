import { localised, type Decision, type DecisionContext, type Fact } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { routeTurn } from '../decide/decide-turn';
import { originOfAsked } from '../decide/delivery';
import type { RoutingProposal } from '../reading/routing-proposal';
import { categorise } from '../routing/categorise';
import type { IntentAnswered } from '../session-input';
import { askedOf, threadAskedFor, type Asked, type SessionState } from '../state/session-state';
import { turnOfTimer } from '../timers';
import { intentProposed, intentRequested, nextAsk } from './ask-intent';
import { meantBy } from './meant-by';
import { settleIntent } from './settle-intent';
import { MALFORMED, guarded, readerOf, verdictOf, type Meant } from './intent-verdict';

const MAXIMUM_ATTEMPTS = 2;
const RETRY_AFTER_MILLISECONDS = 500;

/**
 * A proposal came, for a turn that may have been withdrawn in the meantime. An answer counts only for the attempt it
 * answers.
 */
export function decideIntentAnswered(
  state: SessionState,
  answered: Omit<IntentAnswered, 'name'>,
  context: DecisionContext,
): Decision {
  const { requestId, attempt, proposal } = answered;
  const asked = askedOf(state, requestId);
  if (!asked) return { ignored: 'intent_not_asked' };
  if (attempt !== asked.attempt || asked.retryAt !== null) return { ignored: 'attempt_is_over' };
  const answer = guarded(proposal);
  if (answer.kind === 'failure' && answer.code === MALFORMED && attempt < MAXIMUM_ATTEMPTS) {
    return [intentProposed(asked, answer, instantAfter(context.now, RETRY_AFTER_MILLISECONDS))];
  }
  return [
    intentProposed(asked, answer, null),
    ...goOnWith(asked, meantBy(answer, asked, context.artifacts), state, context),
  ];
}

/** A time has come: an answer that never came is a failed one, and a failed attempt is made again (CL-02). */
export function decideIntentDue(state: SessionState, key: string, context: DecisionContext): Decision {
  const timer = turnOfTimer(key);
  if (timer === null) return { ignored: 'unknown_timer' };
  const asked = askedOf(state, timer.requestId);
  if (!asked) return { ignored: 'intent_not_asked' };
  if (timer.isRetry !== (asked.retryAt !== null)) return { ignored: 'attempt_is_over' };
  if (timer.isRetry) {
    const threadId = threadAskedFor(state, asked.requestId)?.threadId ?? null;
    return [intentRequested(nextAsk(asked, context), threadId, state, context.artifacts)];
  }
  const proposal = { kind: 'failure', code: 'deadline_passed', message: 'no answer came in time' } as const;
  return decideIntentAnswered(state, { requestId: asked.requestId, attempt: asked.attempt, proposal }, context);
}

/** A routed turn is settled; a weighed one is routed first, by the session's present state. */
function goOnWith(
  asked: Asked,
  answer: Meant,
  state: SessionState,
  { artifacts, ...context }: DecisionContext,
): readonly Fact[] {
  const speaking = { ...context, artifacts: localised(artifacts, asked.locale) };
  const threadId = threadAskedFor(state, asked.requestId)?.threadId;
  if (threadId !== undefined) {
    const origin = originOfAsked(state, asked);
    const unsettled = { state, threadId, asked, readBy: readerOf(answer), origin, context: speaking };
    return settleIntent(unsettled, verdictOf(answer, asked, speaking.artifacts));
  }
  const turn = { ...asked, replyToRequestId: asked.replyToRequestId ?? undefined };
  return routeTurn(
    state,
    turn,
    categorise(turn, state, speaking.artifacts, suggestionOf(answer, asked)),
    answer,
    speaking,
  );
}

const NO_INTENT = { intentId: null, slots: {} } as const;

/** The part of an answer that the rules may use: an intent that is not open to this person is none. */
function suggestionOf(answer: Meant, { eligible }: Asked): RoutingProposal | null {
  if (answer.kind === 'failure') return null;
  const { confidence, attachment, topic = null } = answer;
  const { intentId, slots } = answer.kind === 'intent' ? answer : NO_INTENT;
  return {
    intentId: intentId !== null && eligible.includes(intentId) ? intentId : null,
    confidence,
    attachment,
    topic,
    slots,
  };
}
