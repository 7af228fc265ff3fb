import { answerTimes, type ArtifactBundle, type DecisionContext, type FactOf } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { SpokenTurn } from '../reading/turn-view';
import { addressOf, type Asked, type SessionState } from '../state/session-state';
import { eligibleIntents } from './eligible-intents';
import { withoutRepeats } from '../state/personal';
import { contextOf, knownPersonal } from './turn-context';
import type { FailedProposal, TurnProposal } from './intent-verdict';

/** The question to a model about a turn, or about its part `text`. */
export function firstAsk(
  turn: SpokenTurn,
  text: string,
  { tenant, customerId, artifacts, now }: DecisionContext,
): Asked {
  const { channel, personal, receivedAt, replyToRequestId = null } = turn;
  return {
    ...addressOf(turn),
    text,
    ...(personal && { personal }),
    receivedAt,
    replyToRequestId,
    partOf: null,
    eligible: eligibleIntents(artifacts, { tenant, customerId, channel }),
    attempt: 1,
    deadline: deadlineOf(now, artifacts),
    retryAt: null,
  };
}

const deadlineOf = (now: string, { models }: ArtifactBundle): string =>
  instantAfter(now, answerTimes(models, 'intent').total);

export const nextAsk = (asked: Asked, { now, artifacts }: DecisionContext): Asked => ({
  ...asked,
  attempt: asked.attempt + 1,
  deadline: deadlineOf(now, artifacts),
  retryAt: null,
});

/** Asks for a proposal and waits for it until the deadline. Without a thread the turn is routed once it has come. */
export function intentRequested(
  asked: Asked,
  threadId: string | null,
  state: SessionState,
  artifacts: ArtifactBundle,
): FactOf<'intent.requested'> {
  const { text, receivedAt, replyToRequestId, partOf, eligible, attempt, deadline } = asked;
  const personal = withoutRepeats([...(asked.personal ?? []), ...knownPersonal(state, artifacts)]);
  return {
    name: 'intent.requested',
    data: {
      ...addressOf(asked),
      threadId,
      text,
      context: contextOf(state, asked, artifacts),
      ...(personal.length > 0 && { personal: [...personal] }),
      receivedAt,
      replyToRequestId,
      partOf,
      eligible: [...eligible],
      attempt,
      deadline,
    },
  };
}

/** The result of one attempt; `retryAt` when it is asked again. */
export function intentProposed(
  { requestId, attempt }: Asked,
  answer: TurnProposal | FailedProposal,
  retryAt: string | null,
): FactOf<'intent.proposed'> {
  const about = { requestId, attempt, retryAt };
  if (answer.kind === 'failure') {
    const nothing = { intentId: null, confidence: 0, slots: {}, attachment: null, provider: '', model: '' };
    return { name: 'intent.proposed', data: { ...about, ...nothing, failure: answer.code } };
  }
  const { confidence, attachment, topic = null, provider, model } = answer;
  const answered = { confidence, attachment, topic, provider, model, ...contentOf(answer), ...privacyOf(answer) };
  return { name: 'intent.proposed', data: { ...about, ...answered, failure: null } };
}

function contentOf(answer: TurnProposal) {
  switch (answer.kind) {
    case 'intent':
      return { intentId: answer.intentId, slots: answer.slots };
    case 'template':
      return { intentId: null, slots: answer.args, template: answer.template };
    case 'answer':
      return { intentId: null, slots: {}, answer: answer.text, basis: answer.basis };
  }
}

const privacyOf = ({ personal, context }: TurnProposal) => ({
  ...(personal && { personal }),
  ...(context && { context }),
});
