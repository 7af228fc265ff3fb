import type { Attachment } from '@arbiter/contracts';
import { aboutIntents, featuresOf } from '../../language/requests';
import type { TenantLanguage } from '../../language/tenant-language';
import type { Utterance } from '../../language/utterance';
import type { SessionState, Thread } from '../state/session-state';
import { askingThreads, isOffer, type Answer } from './pending';
import type { RoutingProposal } from './routing-proposal';
import { wantsIn } from './wants';

/** A model that is less sure than this has said nothing. */
const LEAST_CONFIDENCE = 0.5;
/** One that only knows intents and is less sure than this does not outweigh what the words say. */
const LEAST_CERTAINTY = 0.8;

/**
 * How a model says a text relates to what is open, or what follows from the intent it names when it says no more than
 * that.
 */
export interface Suggestion {
  readonly attachment: Attachment;
  readonly isInferred: boolean;
  /** the open topic that it names */
  readonly topic: Thread | null;
}

/**
 * What a proposal is to the rules (RT-10). A model that only knows intents and not what is open says it by the intent:
 * the one that is being asked about goes on with it, any other one begins something.
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
  if (attachment !== null)
    return { attachment: attachment === 'asks_about' && isNew ? 'requests' : attachment, isInferred: false, topic };
  if (intentId === null) return null;
  const about = aboutIntents(featuresOf(subject, language.words), language.requests);
  const isOpen = askingThreads(session).some(
    (thread) => thread.intentId === intentId || (about.get(thread.intentId ?? '') ?? 0) >= (about.get(intentId) ?? 1),
  );
  return { attachment: isOpen ? 'answers' : 'requests', isInferred: true, topic };
}

/**
 * Whether an answer by the words stands against what a model says. Where something hangs on it, one that leaves no
 * doubt does. Who only knows intents cannot tell an answer from a request in the same words, and is heard about an
 * offer alone.
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

/**
 * Whether a model says that the text is about something else than this topic, surely enough to be heard against its
 * words.
 */
export const leadsAway = (
  proposal: RoutingProposal | null,
  suggestion: Suggestion | null,
  intentId: string | null,
): boolean =>
  proposal !== null &&
  suggestion?.attachment === 'requests' &&
  (!suggestion.isInferred || (proposal.confidence >= LEAST_CERTAINTY && proposal.intentId !== intentId));
