import { NOTHING_RESTATED, exactAnswer, heard, type Utterance } from '../../language';
import { saysOnly } from '../../language/utterance';
import { isAnswerToClosed } from '../reading/addressed';
import type { TurnView } from '../reading/turn-view';
import { endedOffer } from '../state/ended-offers';
import { offerAskedAbout } from '../state/questions';
import { isAsking, type EndedOffer } from '../state/session-state';
import { say, type RoutingMatch, type RoutingRule } from './routing';

/**
 * AP-08: a yes or a no to a proposal that no longer waits does nothing, and the reply says so; a lapsed proposal may be
 * made again.
 */
export const ENDED_OFFER_RULES: readonly RoutingRule[] = [
  { category: 'filler', rule: 'button_of_ended_offer', match: (view) => ending(view, offerPressed(view)) },
  { category: 'filler', rule: 'answer_to_ended_offer', match: (view) => ending(view, offerAnswered(view)) },
];

interface Answered {
  readonly offer: EndedOffer;
  readonly answer: 'yes' | 'no';
}

/** A button names its offer. Any answer that is no plain no gets a question, which does nothing either. */
function offerPressed({ turn, whole, language }: TurnView): Answered | null {
  const offer = turn.answerTo !== undefined && isAnswerToClosed(turn, whole) ? endedOffer(whole, turn.answerTo) : null;
  return (
    offer && {
      offer,
      answer:
        exactAnswer(heard(turn.text, language, turn.personal), language, NOTHING_RESTATED) === 'no' ? 'no' : 'yes',
    }
  );
}

/** The words that an offer's own answer used: a second answer may still be about it. */
const SAID_OF_ANSWER: ReadonlySet<string> = new Set(['approved', 'rejected']);

/** A typed answer is for the latest offer, as long as no other message came since. */
function offerAnswered(view: TurnView): Answered | null {
  const { turn, subject, whole, language } = view;
  if (
    turn.answerTo !== undefined ||
    turn.unreadable !== undefined ||
    whole.threads.some(isAsking) ||
    isCourteous(subject, view)
  )
    return null;
  const said = exactAnswer(subject, language, NOTHING_RESTATED);
  const answer = said === 'nod' ? null : said;
  const offer = whole.endedOffers.at(-1);
  const { put } = whole.turns;
  const isPutLast =
    offer !== undefined && put?.threadId === offer.threadId && (put.since === null || SAID_OF_ANSWER.has(put.since));
  return answer && isPutLast ? { offer, answer } : null;
}

/** "ok", "thanks": enough to agree, and more often only polite. */
const isCourteous = (subject: Utterance, { language }: TurnView): boolean =>
  saysOnly(subject, language.words, language.filler);

function ending({ turn, whole }: TurnView, answered: Answered | null): RoutingMatch | null {
  if (!answered) return null;
  const { offer, answer } = answered;
  if (offer.how === 'answered') return say('offer_answered', offer.threadId);
  if (answer === 'no') return say('rejected', offer.threadId);
  if (offer.template === null) return say('question_closed', offer.threadId);
  const asked = whole.threads
    .filter(isAsking)
    .find((thread) => thread.phase === 'waiting' && offerAskedAbout(thread.question) === offer.answerTo);
  if (asked?.phase === 'waiting') return say('nudge_waiting', asked.threadId, { question: asked.question.prompt });
  return { threadId: turn.requestId, action: { do: 'offer_again', offer } };
}
