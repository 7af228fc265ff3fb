import type { Attachment } from '@arbiter/contracts';
import { aboutIntents, featuresOf } from '../../language/requests';
import type { TenantLanguage } from '../../language/tenant-language';
import { clausesOf } from '../../language';
import { hitsOf, type Utterance } from '../../language/utterance';
import type { SessionState, Thread } from '../state/session-state';
import { askingThreads, isOffer, type Answer } from './pending';
import type { RoutingProposal } from './routing-proposal';
import { wantsIn } from './wants';

/** A model's proposal below this confidence is ignored. */
const LEAST_CONFIDENCE = 0.5;
/** A model that knows only intents does not outweigh the words below this confidence. */
const LEAST_CERTAINTY = 0.8;

/** How a text relates to the open topics, as a model states it or as the intent that it names implies. */
export interface Suggestion {
  readonly attachment: Attachment;
  readonly isInferred: boolean;
  /** the open topic that it names */
  readonly topic: Thread | null;
}

/**
 * A proposal as the rules use it (RT-10). A model that knows intents but not the open topics implies it by the intent:
 * the intent of the open question goes on with it, any other one begins something.
 */
export function suggestionOf(
  proposal: RoutingProposal | null,
  session: SessionState,
  subject: Utterance,
  language: TenantLanguage,
): Suggestion | null {
  if (proposal === null || proposal.confidence < LEAST_CONFIDENCE) return null;
  const { attachment, intentId } = proposal;
  const isNew = intentId !== null && !session.threads.some((thread) => thread.intentId === intentId);
  const topic = session.threads.find(({ number }) => number === proposal.topic) ?? null;
  if (attachment !== null) {
    const isOther =
      (attachment === 'asks_about' && isNew) || (attachment === 'corrects' && onlyEnquires(subject, language));
    return { attachment: isOther ? 'requests' : attachment, isInferred: false, topic };
  }
  if (intentId === null) return null;
  const about = aboutIntents(featuresOf(subject, language.words), language.requests);
  const isOpen = askingThreads(session).some(
    (thread) => thread.intentId === intentId || (about.get(thread.intentId ?? '') ?? 0) >= (about.get(intentId) ?? 1),
  );
  return { attachment: isOpen ? 'answers' : 'requests', isInferred: true, topic };
}

/** "what's in order 1582?" asks to know something, and changes no value of what is open: "how about Tuesday?" does. */
const onlyEnquires = (subject: Utterance, language: TenantLanguage): boolean =>
  hitsOf(subject, language.correcting).length === 0 &&
  clausesOf(subject, language).some(({ act }) => act !== 'courtesy') &&
  clausesOf(subject, language).every(
    ({ act, from }) =>
      act === 'courtesy' ||
      (act === 'question' && language.words.grammar.questioning.has(subject.tokens[from]?.word ?? '')),
  );

/**
 * Whether an answer by the words holds against a model's suggestion. Where much depends on it, only one without doubt
 * does. A model that knows only intents cannot tell an answer from a request in the same words, so its suggestion
 * counts for an offer alone.
 */
export function withstands(
  answer: Answer,
  suggestion: Suggestion | null,
  subject: Utterance,
  language: TenantLanguage,
): boolean {
  if (suggestion === null || suggestion.attachment === 'answers' || suggestion.attachment === 'corrects') return true;
  if (suggestion.isInferred)
    return (
      answer.isFirm ||
      !isOffer(answer.thread, language) ||
      wantsIn(subject, language).every(({ features }) => features.length === 0)
    );
  return answer.isFirm && (answer.thread.phase === 'proposed' || suggestion.attachment !== 'requests');
}

/** Whether a model puts the text to another topic, surely enough to outweigh its words. */
export const leadsAway = (
  proposal: RoutingProposal | null,
  suggestion: Suggestion | null,
  intentId: string | null,
): boolean =>
  proposal !== null &&
  suggestion?.attachment === 'requests' &&
  (!suggestion.isInferred || (proposal.confidence >= LEAST_CERTAINTY && proposal.intentId !== intentId));
