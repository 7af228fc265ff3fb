import {
  ANSWER_BASES,
  ATTACHMENTS,
  type ArtifactBundle,
  type DecisionContext,
  type Proposal,
  type Values,
} from '@arbiter/contracts';
import { heard, matchRequest, tenantLanguage } from '../../language';
import { speaksOf } from '../reading/deeds/plain-request';
import { stanceTo } from '../reading/deeds/stance';
import type { Asked } from '../state/session-state';

export type IntentProposal = Extract<Proposal, { kind: 'intent' }>;
export type TemplateProposal = Extract<Proposal, { kind: 'template' }>;
export type PlainAnswer = Extract<Proposal, { kind: 'answer' }>;
/** A model's proposal for a turn. */
export type TurnProposal = IntentProposal | TemplateProposal | PlainAnswer;
export type FailedProposal = Extract<Proposal, { kind: 'failure' }>;

/** A proposal after a template was replaced by the intent that it serves. */
export type Meant = IntentProposal | PlainAnswer | FailedProposal;

/** The code's verdict on a proposal: the intent, or null for unknown (CL-03), and the rule that settled it. */
export interface Verdict {
  readonly rule: string;
  readonly intentId: string | null;
  readonly proposedSlots: Values;
  /** a model's text that may be sent where no intent is found */
  readonly answer?: PlainAnswer;
}

/** The rule of a text that asks the same about something else as an earlier topic. */
export const SAME_OF_ANOTHER = 'same_of_another';

/** The failure that is worth one more try: the model answered, but not in the shape that was asked for. */
export const MALFORMED = 'malformed_proposal';
const INTENT = /^[a-z][a-z0-9_]{0,63}$/u;

/** CL-02: a proposal is taken apart before anything looks at it; whatever is not of the shape counts as a failure. */
export function guarded(proposal: Proposal): TurnProposal | FailedProposal {
  if (proposal.kind === 'failure') return proposal;
  return isAboutTurn(proposal) && isWellFormed(proposal)
    ? proposal
    : { kind: 'failure', code: MALFORMED, message: 'the proposal does not have the shape that was asked for' };
}

const isAboutTurn = (proposal: Proposal): proposal is TurnProposal =>
  proposal.kind === 'intent' || proposal.kind === 'template' || proposal.kind === 'answer';

function isWellFormed(proposal: TurnProposal): boolean {
  const { confidence, attachment, topic = null } = proposal;
  const isSure = typeof confidence === 'number' && confidence >= 0 && confidence <= 1;
  const isAttached = attachment === null || ATTACHMENTS.includes(attachment);
  return isSure && isAttached && (topic === null || Number.isSafeInteger(topic)) && holdsWhatItSays(proposal);
}

function holdsWhatItSays(proposal: TurnProposal): boolean {
  switch (proposal.kind) {
    case 'intent':
      return (proposal.intentId === null || isName(proposal.intentId)) && isFlat(proposal.slots);
    case 'template':
      return isName(proposal.template) && isObject(proposal.args);
    case 'answer':
      return typeof proposal.text === 'string' && ANSWER_BASES.includes(proposal.basis);
    default:
      return false;
  }
}

const isName = (name: unknown): boolean => typeof name === 'string' && INTENT.test(name);
const isObject = (values: unknown): boolean => typeof values === 'object' && values !== null && !Array.isArray(values);
const isFlat = (values: Values): boolean => isObject(values) && Object.values(values).every(isScalar);

const isScalar = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value);

type Refusal = {
  readonly rule: string;
  readonly refuses: (proposal: IntentProposal, asked: Asked, artifacts: ArtifactBundle) => boolean;
};

/** Why a well-formed proposal is not taken, in this order. */
const REFUSALS: readonly Refusal[] = [
  { rule: 'proposal_names_no_intent', refuses: ({ intentId }) => intentId === null },
  {
    rule: 'proposal_names_unknown_intent',
    refuses: ({ intentId }, _, { intents }) => !intents.some(({ intent }) => intent === intentId),
  },
  {
    rule: 'proposal_names_ineligible_intent',
    refuses: ({ intentId }, { eligible }) => !eligible.includes(intentId ?? ''),
  },
  { rule: 'proposal_is_unsure', refuses: ({ confidence }, _, { models }) => confidence < models.minimumConfidence },
];

/** The provider whose model answered. */
export const readerOf = (answer: Meant | null): string | null =>
  answer === null || answer.kind === 'failure' ? null : answer.provider;

/** The verdict on an answer, or on there being none. */
export function verdictOf(answer: Meant, asked: Asked, artifacts: ArtifactBundle): Verdict {
  if (answer.kind === 'failure') return verdictWithoutModel(asked, artifacts);
  return answer.kind === 'answer'
    ? { rule: 'proposal_answers', intentId: null, proposedSlots: {}, answer }
    : verdictOn(answer, asked, artifacts);
}

function verdictOn(proposal: IntentProposal, asked: Asked, artifacts: ArtifactBundle): Verdict {
  const refusal = REFUSALS.find(({ refuses }) => refuses(proposal, asked, artifacts));
  if (refusal) return { rule: refusal.rule, intentId: null, proposedSlots: {} };
  return { rule: 'proposal_accepted', intentId: proposal.intentId, proposedSlots: proposal.slots };
}

/** CL-05, RT-10: without a model, the intent is known only where the words alone leave no doubt. */
export function verdictWithoutModel({ text, personal, eligible }: Asked, artifacts: ArtifactBundle): Verdict {
  const language = tenantLanguage(artifacts);
  const { requests, intents } = language;
  const intentId = matchRequest(requests, heard(text, language, personal));
  const isKnown = intentId !== null && eligible.includes(intentId) && intents.some(({ intent }) => intent === intentId);
  return {
    rule: isKnown ? 'lexical_fallback' : 'no_model_and_no_match',
    intentId: isKnown ? intentId : null,
    proposedSlots: {},
  };
}

/**
 * A plain request, or a text in the words of an example, is settled by its words, whatever a model proposes; where
 * several intents fit, the model may choose.
 */
export function plainVerdict(
  { text, personal, eligible, receivedAt }: Asked,
  verdict: Verdict,
  { artifacts }: Pick<DecisionContext, 'artifacts'>,
): Verdict {
  const language = tenantLanguage(artifacts);
  const utterance = heard(text, language, personal);
  const open = artifacts.intents.filter(({ intent }) => eligible.includes(intent));
  const plain = open.filter((intent) => stanceTo(intent, utterance, language, receivedAt).stance === 'asks');
  const meant = plain.length > 0 ? plain : open.filter((intent) => speaksOf(intent, utterance, language, receivedAt));
  const [first] = meant;
  if (!first || meant.some(({ intent }) => intent === verdict.intentId)) return verdict;
  return { rule: plain.length > 0 ? 'plainly_asked_for' : 'spoken_of', intentId: first.intent, proposedSlots: {} };
}
