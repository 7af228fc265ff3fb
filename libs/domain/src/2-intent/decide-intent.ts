import type { Decision, DecisionContext, FactOf, Proposal } from '@arbiter/contracts';
import { classificationOf, type Classification, type SessionState } from '../1-turn';
import { instantAfter } from '../instant';
import { requestOfTimer } from './session-input';
import { settleIntent } from './settle-intent';
import { guarded, MALFORMED, verdictOn, verdictWithoutModel, type FailedProposal, type IntentProposal } from './verdict';

const MAXIMUM_ATTEMPTS = 2;

/** Asks for a proposal; nobody waits for it longer than the deadline. */
export function intentRequested(threadId: string, asked: Classification, { now, artifacts }: DecisionContext): FactOf<'intent.requested'> {
  const deadline = instantAfter(now, artifacts.models.timeoutMilliseconds);
  return { name: 'intent.requested', data: { ...asked, eligible: [...asked.eligible], threadId, deadline } };
}

/** A proposal came, for a turn that may have been withdrawn in the meantime. */
export function decideIntentAnswered(state: SessionState, requestId: string, proposal: Proposal, context: DecisionContext): Decision {
  const thread = classificationOf(state, requestId);
  if (!thread) return { ignored: 'intent_not_asked' };
  const { threadId, classification: asked } = thread;
  const answer = guarded(proposal);
  if (answer.kind === 'intent') {
    return [proposed(requestId, answer), ...settleIntent(state, threadId, asked, verdictOn(answer, asked, context.artifacts), context)];
  }
  if (answer.code === MALFORMED && asked.attempt < MAXIMUM_ATTEMPTS) {
    return [failed(requestId, answer), intentRequested(threadId, { ...asked, attempt: asked.attempt + 1 }, context)];
  }
  return [failed(requestId, answer), ...settleIntent(state, threadId, asked, verdictWithoutModel(asked, context.artifacts), context)];
}

/** The deadline of an ask has passed: an answer that never comes is a failed one. */
export function decideIntentDue(state: SessionState, key: string, context: DecisionContext): Decision {
  const requestId = requestOfTimer(key);
  if (requestId === null) return { ignored: 'unknown_timer' };
  return decideIntentAnswered(state, requestId, { kind: 'failure', code: 'deadline_passed', message: 'no answer came in time' }, context);
}

function proposed(requestId: string, { intentId, confidence, slots, provider, model }: IntentProposal): FactOf<'intent.proposed'> {
  return { name: 'intent.proposed', data: { requestId, intentId, confidence, slots, provider, model, failure: null } };
}

function failed(requestId: string, { code }: FailedProposal): FactOf<'intent.proposed'> {
  return { name: 'intent.proposed', data: { requestId, intentId: null, confidence: 0, slots: {}, provider: '', model: '', failure: code } };
}
