import { grammarTables, utteranceOf, type TenantLanguage } from '../../language';
import { stemOf } from '../../language/stems';
import { coveredBy } from '../../language/utterance';
import { isAsking, questionOf, type Outcome, type SessionState, type Thread } from '../state/session-state';
import type { OverrideReading } from './override';
import { mentionedIn } from './wants';

/**
 * The words that end something have an object that is not open here: "stop the shipment of 1382", "stop sending me
 * newsletters". That is a request of its own, and ends nothing.
 */
export function stopsSomethingElse(
  { ends, bare, apart, rest }: OverrideReading,
  session: SessionState,
  language: TenantLanguage,
): boolean {
  if (!ends || bare || apart) return false;
  const { words, filler } = language;
  const { grammar } = words;
  const next = rest.tokens.findIndex(({ opensClause }, index) => index > 0 && opensClause);
  const object = rest.tokens.slice(0, next < 0 ? undefined : next);
  const covered = coveredBy(rest, filler, grammarTables(words).polite, language.yesNo);
  const isIdle = (word: string, index: number) =>
    covered.has(index) ||
    [words.neutral, words.pointing, words.ownWork, words.relating, grammar.filling, grammar.opening].some((set) =>
      set.has(word),
    ) ||
    words.ordinals.has(word);
  const isOpen = openWords(session, language);
  return object.some(({ word }, index) => !isIdle(word, index) && !isOpen(word));
}

/** Whether a word belongs to what is open or was spoken of last: its intent, its values, its question, or its text. */
function openWords(session: SessionState, language: TenantLanguage): (word: string) => boolean {
  const { words, requests } = language;
  const { threads, weighing, lastOutcome } = session;
  // With nothing open there is nothing to mistake: all that can be asked for counts.
  if (threads.length + weighing.length === 0 && lastOutcome === null)
    return (word) => /\p{N}/u.test(word) || requests.intentsWith.has(stemOf(word, words));
  const topics = threads.length > 0 || lastOutcome === null ? threads : [lastOutcome];
  const values = new Set(
    topics.flatMap(({ slots }) => Object.values(slots).map((value) => String(value).toLowerCase())),
  );
  const told = stemsOf(session, topics, language);
  const intentIds = new Set(topics.flatMap(({ intentId }) => intentId ?? []));
  const isOfIntent = (stem: string) => requests.intentsWith.get(stem)?.some((intent) => intentIds.has(intent)) ?? false;
  return (word) => {
    if (values.has(word)) return true;
    const stem = stemOf(word, words);
    return !/\p{N}/u.test(word) && (told.has(stem) || isOfIntent(stem));
  };
}

/** The words of the titles, cues and questions of these topics, and of texts whose intent is not known yet. */
function stemsOf(
  { threads, weighing }: SessionState,
  topics: readonly (Thread | Outcome)[],
  { words, intents }: TenantLanguage,
): ReadonlySet<string> {
  const named = intents
    .filter(({ intent }) => topics.some(({ intentId }) => intentId === intent))
    .flatMap(({ slots, title = '' }) => [title, ...slots.flatMap(({ cues = [] }) => cues)]);
  const asked = [...weighing, ...threads.flatMap((thread) => ('asked' in thread ? (thread.asked ?? []) : []))];
  const questions = threads.filter(isAsking).flatMap((thread) => [...mentionedIn(questionOf(thread), words)]);
  const texts = [...named, ...asked.map(({ text }) => text)];
  return new Set([
    ...questions,
    ...texts.flatMap((text) => utteranceOf(text).tokens.map(({ word }) => stemOf(word, words))),
  ]);
}

/** The session as it was before this turn was weighed: a text is no object of its own words. */
export const withoutTurn = (session: SessionState, turnId: string): SessionState =>
  session.weighing.some(({ requestId }) => requestId === turnId)
    ? { ...session, weighing: session.weighing.filter(({ requestId }) => requestId !== turnId) }
    : session;
