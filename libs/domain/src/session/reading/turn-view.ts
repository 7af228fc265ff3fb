import type { EventData, Tagged } from '@arbiter/contracts';
import { clausesOf, isAngry, type Clause } from '../../language';
import type { Remembering } from '../../memoise';
import { marksOf, type Phrase } from '../../language/phrases';
import { isRequest } from '../../language/requests';
import type { TenantLanguage } from '../../language/tenant-language';
import { hitsOf, saysOnly, type Utterance } from '../../language/utterance';
import type { MessageAddress, SessionState } from '../state/session-state';
import { isAddition } from './addition';
import { isThanks } from './courtesy';
import { suggestionOf, withstands, type Suggestion } from './attachment';
import { readYesNo, type YesNo } from './fit/yes-no';
import { nudgeIn } from './nudges';
import { readOverride, type OverrideReading } from './override';
import { answerIn, looseAnswerIn, meantAnswerIn, only, type Answer } from './pending';
import { isYesToAny } from './proposals';
import type { RoutingProposal } from './routing-proposal';
import { wantsIn } from './wants';

/** The parts of a turn that routing reads. */
export type Turn = Pick<
  EventData<'turn.received'>,
  'requestId' | 'text' | 'receivedAt' | 'replyToRequestId' | 'answerTo' | 'unreadable' | 'linkOffer'
> & { readonly personal?: readonly Tagged[] };

/** A turn as it is decided upon. */
export type SpokenTurn = Turn & MessageAddress & { readonly messageId: string };

/** Everything a rule may look at: the turn's reading, and the session's state. */
export interface TurnView extends Remembering {
  readonly turn: Turn;
  /** the session, or the part of it that the turn points at */
  readonly session: SessionState;
  /** the whole state of the session */
  readonly whole: SessionState;
  readonly proposal: RoutingProposal | null;
  readonly language: TenantLanguage;
  /** the whole text */
  readonly said: Utterance;
  readonly override: OverrideReading | null;
  /** the text that the rules after the overrides read: all of it, or the rest after an override without an object */
  readonly subject: Utterance;
  /** the relation of the text to the open topics, by a model's suggestion */
  readonly suggestion: Suggestion | null;
  readonly answer: Answer | null;
  readonly yesNo: YesNo | null;
  /** the phrase, when the text is nothing but a nudge */
  readonly nudge: Phrase | null;
  /** copy keys of the courtesies in the text */
  readonly fillers: readonly string[];
  /** the text has more than nudges, courtesies and a bare yes or no */
  readonly saysMore: boolean;
  readonly isRequest: boolean;
  /** it asks the same of one more object: "and 1004 as well" */
  readonly isAddition: boolean;
}

/** `named` are the words that name a topic: beside a nudge they ask for nothing. */
export function viewOf(
  given: Pick<TurnView, 'turn' | 'said' | 'session' | 'whole' | 'language' | 'proposal'>,
  named: ReadonlySet<string>,
): TurnView {
  const { turn, said, session, whole, language, proposal } = given;
  const override = isYesToAny(said, whole, language) ? null : readOverride(said, language);
  const subject = override?.apart && !override.bare ? override.rest : said;
  const nudge = nudgeIn(subject, named, language);
  const suggestion = suggestionOf(proposal, session, subject, language);
  return {
    ...given,
    override,
    subject,
    suggestion,
    answer: answerFor(turn, subject, session, language, nudge === null ? suggestion : null),
    yesNo: readYesNo(subject, language, { level: 'none', intentId: null, slots: {} }),
    nudge,
    fillers: fillersIn(subject, language),
    saysMore:
      !isThanks(subject, language) &&
      !isPraise(subject, language) &&
      !saysOnly(subject, language.words, language.filler, language.yesNo, language.nudge, language.waiting),
    isRequest: isRequest(subject, language.requests),
    readings: new Map(),
    isAddition: isAddition({ subject, session, language }),
  };
}

/**
 * The fit check first (RT-05); a model may take back an answer that is not firm, or see one that the check does not.
 */
function answerFor(
  { receivedAt }: Turn,
  subject: Utterance,
  session: SessionState,
  language: TenantLanguage,
  suggestion: Suggestion | null,
): Answer | null {
  const answer = answerIn(session, subject, language, receivedAt);
  const topic = suggestion?.attachment === 'answers' ? suggestion.topic : null;
  const meant = topic && answer ? meantAnswerIn(answer, only(session, topic), subject, language, receivedAt) : null;
  if (meant) return meant;
  if (answer) return withstands(answer, suggestion, subject, language) ? answer : null;
  if (suggestion?.attachment !== 'answers') return null;
  const ofTopic = topic && looseAnswerIn(only(session, topic), subject, language, receivedAt);
  return ofTopic ?? looseAnswerIn(session, subject, language, receivedAt);
}

/** More words tell a story. */
const LONGEST_PRAISE = 20;

/** Praise alone asks for nothing: "you have been so kind, I'm glad about it". */
function isPraise(subject: Utterance, language: TenantLanguage): boolean {
  const { grammar } = language.words;
  if (subject.tokens.length > LONGEST_PRAISE || wantsIn(subject, language).length > 0 || isAngry(subject, language))
    return false;
  const clauses = clausesOf(subject, language);
  const isPlain = ({ act, marks, start, end }: Clause) => {
    const said = subject.tokens.slice(start, end).map(({ word }) => word);
    const isLimited = said.some((word) => grammar.modals.has(word) || grammar.willing.has(word) || /\p{N}/u.test(word));
    return (
      act === 'courtesy' ||
      (act === 'report' &&
        !isLimited &&
        said.some((word) => grammar.addressee.has(word)) &&
        [...marks].every((mark) => mark === 'past'))
    );
  };
  return clauses.some(({ act }) => act === 'report') && clauses.every(isPlain);
}

function fillersIn(subject: Utterance, { filler }: TenantLanguage): readonly string[] {
  if (subject.tokens.length > 0) return hitsOf(subject, filler).map((hit) => hit.phrase.list);
  const phrase = filler.byMarks.get(marksOf(subject.text));
  return phrase ? [phrase.list] : [];
}
