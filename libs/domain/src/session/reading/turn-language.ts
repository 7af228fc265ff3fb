import { localised, type ArtifactBundle, type EventData, type Question } from '@arbiter/contracts';
import { notSpoken, readLanguage, type LanguageReading, type NotSpoken } from '../../language/detection';
import { tenantLanguage } from '../../language/tenant-language';
import type { ChatLanguage } from '../state/chat-language';
import { isAsking, questionOf, type SessionState } from '../state/session-state';

/** The language a turn is read and answered in, or that it is in one that the tenant does not speak. */
export type TurnLanguage =
  | { readonly locale: string; readonly notSpoken: null }
  | { readonly locale: string; readonly notSpoken: NotSpoken };

type Heard = Pick<EventData<'turn.received'>, 'text' | 'locale' | 'answerTo' | 'unreadable' | 'linkOffer'>;

/** How many words that tell a language are enough, where none is named and to contradict the one a caller names. */
const ENOUGH = { spoken: { unnamed: 2, named: 3 }, foreign: { unnamed: 3, named: 4 } } as const;

/**
 * RT-17: the caller's locale counts until it has been given once, unless the text is long and plainly in another
 * language. Without a locale the text decides, and a text that is too short keeps the chat's language.
 */
export function languageOfTurn(
  turn: Heard,
  { language: chat, threads }: Pick<SessionState, 'language' | 'threads'>,
  artifacts: ArtifactBundle,
): TurnLanguage {
  const named = newlyNamed(turn.locale, chat, artifacts);
  const before = named ?? chat.locale;
  const standing = before ?? artifacts.copy.locale;
  if (!isOwnWords(turn)) return spoken(standing);
  const reading = readLanguage(turn.text);
  const { plain } = reading;
  if (plain === null || plain === languageOf(standing))
    return spoken(before ?? likeliest(reading, artifacts) ?? standing);
  const by = named === null ? 'unnamed' : 'named';
  const heard = asSpoken(plain, artifacts);
  if (heard !== null) return spoken(before === null || reading.weight >= ENOUGH.spoken[by] ? heard : before);
  const isForeign = reading.weight >= ENOUGH.foreign[by] && !awaitsAnything(threads) && !isKnown(reading, artifacts);
  return isForeign ? answeredIn(notSpoken(plain, localesOf(artifacts))) : spoken(standing);
}

/** The caller's locale, unless the chat has it from an earlier turn. */
const newlyNamed = (locale: string | null, chat: ChatLanguage, artifacts: ArtifactBundle): string | null =>
  locale === null || locale === chat.named ? null : asSpoken(locale, artifacts);

const awaitsAnything = (threads: SessionState['threads']): boolean =>
  threads.some((thread) => isAsking(thread) && takesAnything(questionOf(thread)));

const answeredIn = (answer: NotSpoken): TurnLanguage => ({ locale: answer.language, notSpoken: answer });

const spoken = (locale: string): TurnLanguage => ({ locale, notSpoken: null });
const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] as string;
const localesOf = ({ copy, translations }: ArtifactBundle): readonly string[] =>
  [copy, ...translations].map(({ locale }) => locale);

/** A locale as far as the tenant speaks its language. */
function asSpoken(locale: string, artifacts: ArtifactBundle): string | null {
  const nearest = localised(artifacts, locale).copy.locale;
  if (languageOf(nearest) !== languageOf(locale)) return null;
  return locale === languageOf(locale) ? nearest : locale;
}

const likeliest = ({ likeliest: language }: LanguageReading, artifacts: ArtifactBundle): string | null =>
  language === null ? null : asSpoken(language, artifacts);

/** A pressed button, and the placeholder of a message without text, are not the person's words. */
const isOwnWords = ({ answerTo, unreadable, linkOffer }: Heard): boolean =>
  answerTo === undefined && unreadable === undefined && linkOffer === undefined;

/** Half of its words are those of a language that is spoken here: it may be misspelled, and is not foreign. */
const isKnown = ({ words }: LanguageReading, artifacts: ArtifactBundle): boolean =>
  localesOf(artifacts).some((locale) => {
    const { known } = tenantLanguage(localised(artifacts, locale)).vocabulary;
    return words.filter((word) => known.has(word)).length * 2 >= words.length;
  });

/** An address and a free text are taken in any language. */
const takesAnything = ({ expectedType }: Question): boolean =>
  expectedType === 'location' || expectedType === 'freeform';

/** The chat's language from this turn on; null: it stays as it is. */
export function switchedTo(
  { locale, notSpoken: unheard }: TurnLanguage,
  named: string | null,
  { language: chat }: Pick<SessionState, 'language'>,
  { copy }: Pick<ArtifactBundle, 'copy'>,
): ChatLanguage | null {
  if (unheard !== null || languageOf(locale) === languageOf(chat.locale ?? copy.locale)) return null;
  return { locale, named };
}
