import type { EventData } from '@arbiter/contracts';
import { readYesNo, type YesNo } from './fit/yes-no';
import { readOverride, type OverrideReading } from './override';
import { answerIn, type Answer } from './pending';
import { marksOf, phrasesIn, type Phrase } from './phrases';
import { isRequest } from './requests';
import type { SessionState } from './session-state';
import type { TenantLanguage } from './tenant-language';
import { contentOf, coveredBy, utteranceOf, type Utterance } from './utterance';

/** What routing reads of a turn. */
export type Turn = Pick<EventData<'turn.received'>, 'requestId' | 'text' | 'receivedAt'>;

/** Everything a rule may look at: the turn as it reads, and the session as it stands. */
export interface TurnView {
  readonly turn: Turn;
  readonly session: SessionState;
  readonly language: TenantLanguage;
  readonly override: OverrideReading | null;
  /** what the rules after the overrides read: the text, or what is said besides an override that found nothing to do */
  readonly subject: Utterance;
  readonly answer: Answer | null;
  readonly yesNo: YesNo | null;
  /** the phrase, when the text is nothing but a nudge */
  readonly nudge: Phrase | null;
  /** copy keys of the courtesies in the text */
  readonly fillers: readonly string[];
  /** something is said besides nudges, courtesies and a bare yes or no */
  readonly saysMore: boolean;
  readonly isRequest: boolean;
}

export function viewOf(turn: Turn, session: SessionState, language: TenantLanguage): TurnView {
  const said = utteranceOf(turn.text);
  const override = readOverride(said, language);
  const subject = override?.apart && !override.bare ? override.rest : said;
  return {
    turn,
    session,
    language,
    override,
    subject,
    answer: answerIn(session, subject, language, turn.receivedAt),
    yesNo: readYesNo(subject, language, { level: 'none', intentId: null, slots: {} }),
    nudge: nudgeIn(subject, language),
    fillers: fillersIn(subject, language),
    saysMore: beyond(subject, coveredBy(subject, language.filler, language.yesNo, language.nudge), language),
    isRequest: isRequest(subject, language.requests, language.words),
  };
}

const beyond = (subject: Utterance, covered: ReadonlySet<number>, { words }: TenantLanguage): boolean =>
  contentOf(subject, words).some((index) => !covered.has(index));

function nudgeIn(subject: Utterance, language: TenantLanguage): Phrase | null {
  const { text, tokens } = subject;
  if (tokens.length === 0) return language.nudge.byMarks.get(marksOf(text)) ?? null;
  const [hit] = phrasesIn(language.nudge, text, tokens);
  if (!hit) return null;
  const covered = coveredBy(subject, language.nudge, language.filler, language.yesNo);
  return beyond(subject, covered, language) ? null : hit.phrase;
}

function fillersIn({ text, tokens }: Utterance, { filler }: TenantLanguage): readonly string[] {
  if (tokens.length > 0) return phrasesIn(filler, text, tokens).map((hit) => hit.phrase.list);
  const phrase = filler.byMarks.get(marksOf(text));
  return phrase ? [phrase.list] : [];
}
