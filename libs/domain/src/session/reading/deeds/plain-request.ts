import type { IntentDefinition } from '@arbiter/contracts';
import { clausesOf, type Clause, type Mark, type TenantLanguage, type Utterance } from '../../../language';
import { memoiseEach } from '../../../memoise';
import { stemOf } from '../../../language/stems';
import { ANY_DAY, extractSlots, type Extraction } from '../extract-slots';
import { ownGiving } from './own-doing';
import { contentOfClause, vocabularyOf } from './vocabulary';

/** A clause that plainly asks for an intent, and its values. */
export interface PlainRequest {
  readonly clause: Clause;
  readonly extraction: Extraction;
}

/**
 * The clauses that plainly ask for this intent: they have the form of a request and no marks, and contain all the words
 * of some example of the intent and no word that none of them has. A clause that is not recognised as plain is not
 * plain: unknown words, a number that is no value of a slot, a misspelling.
 */
export function plainRequestsFor(
  intent: IntentDefinition,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): readonly PlainRequest[] {
  const known = requestsKnown(utterance, language);
  const key = `${intent.intent} ${now}`;
  const requests = known.get(key) ?? findRequests(intent, utterance, language, now);
  known.set(key, requests);
  return requests;
}

/** Several rules ask the same of a text. */
const requestsKnown = memoiseEach<Utterance, TenantLanguage, Map<string, readonly PlainRequest[]>>(() => new Map());

const findRequests = (
  intent: IntentDefinition,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): readonly PlainRequest[] =>
  clausesOf(utterance, language)
    .filter((clause) => !isAnnounced(clause, utterance, language))
    .flatMap(
      (clause, place, all) =>
        plainRequest(
          { clause, object: objectBefore(all.slice(0, place), intent, utterance) },
          intent,
          utterance,
          language,
          now,
        ) ?? [],
    );

/** The beginnings of clauses that only give the text to be written down: "open a ticket: please refund my order". */
const announcedValues = memoiseEach((utterance: Utterance, language: TenantLanguage): ReadonlySet<number> => {
  const clauses = clausesOf(utterance, language);
  const writing = language.intents.filter(({ slots }) => slots.some(({ expectedType }) => expectedType === 'freeform'));
  const announces = (clause: Clause) =>
    utterance.text.slice(utterance.tokens[clause.end - 1]?.end, utterance.tokens[clause.end]?.start).includes(':') &&
    writing.some((intent) => plainRequest({ clause, object: null }, intent, utterance, language, ANY_DAY) !== null);
  const first = clauses.find(announces);
  return new Set(first ? clauses.filter(({ start }) => start >= first.end).map(({ start }) => start) : []);
});

/** The clause gives a value of another request. */
export const isAnnounced = ({ start }: Clause, utterance: Utterance, language: TenantLanguage): boolean =>
  announcedValues(utterance, language).has(start);

/** "order 1003: refund please": a clause that only names the object belongs to the request behind it. */
function objectBefore(before: readonly Clause[], { slots }: IntentDefinition, { tokens }: Utterance): Clause | null {
  const cues = new Set(slots.flatMap(({ cues: own = [] }) => own.map((cue) => cue.toLowerCase())));
  const isObject = ({ start, end }: Clause) =>
    tokens.slice(start, end).every(({ word }) => cues.has(word) || /^\p{N}+$/u.test(word));
  let first: Clause | null = null;
  for (const clause of before.toReversed()) {
    if (!isObject(clause)) break;
    first = clause;
  }
  return first;
}

/**
 * Whether a clause is in the words of an example of this intent, but asks leave, is misspelled or is marked: it
 * mentions the deed without consenting to it.
 */
export const speaksOf = (
  intent: IntentDefinition,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): boolean =>
  clausesOf(utterance, language).some((clause) => {
    if (clause.act === 'report' || clause.act === 'courtesy' || clause.act === 'question') return false;
    const from = clause.act === 'permission' ? clause.from + LEAVE_WORDS : clause.from;
    return saysAnExample(
      { ...clause, from },
      intent,
      utterance,
      extractSlots(intent, utterance, language, now, clause),
      language,
    );
  });

/** "can I", "should we" */
const LEAVE_WORDS = 2;

/** `object` is the clause before it that only names the requested object. */
function plainRequest(
  { clause, object }: { readonly clause: Clause; readonly object: Clause | null },
  intent: IntentDefinition,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): PlainRequest | null {
  const vocabulary = vocabularyOf(intent.intent, language);
  if (clause.act !== 'wish' && clause.act !== 'fragment') return null;
  if ([...clause.marks].some((mark) => !isOwnMark(mark, clause, utterance, vocabulary.stems, language))) return null;
  const giving = ownGiving(clause, utterance, language);
  if (giving !== null && !vocabulary.ownGiving.has(giving)) return null;
  const extraction = extractSlots(intent, utterance, language, now, {
    start: object?.start ?? clause.start,
    end: clause.end,
  });
  const content = contentOfClause(clause, utterance, extraction, intent, language).map(
    (index) => utterance.tokens[index],
  );
  if (content.some((token) => token?.isGuessed === true)) return null;
  if (clause.act === 'fragment' && content.some((token) => tellsOfPast(token?.word ?? '', vocabulary.forms, language)))
    return null;
  if (clause.act === 'fragment' && isBehindFilling(clause, utterance, extraction, language)) return null;
  return saysAnExample(clause, intent, utterance, extraction, language)
    ? { clause: object ? { ...clause, start: object.start } : clause, extraction }
    : null;
}

/**
 * It has all the words of some example of the intent, no word that none of them has, and its name once: "refund the
 * refund" asks for something about the deed.
 */
function saysAnExample(
  clause: Clause,
  intent: IntentDefinition,
  utterance: Utterance,
  extraction: Extraction,
  language: TenantLanguage,
): boolean {
  const { patterns, mentioning } = vocabularyOf(intent.intent, language);
  const content = contentOfClause(clause, utterance, extraction, intent, language);
  const said = content.map((index) => stemOf(utterance.tokens[index]?.word ?? '', language.words));
  if (said.some((stem, place) => mentioning.has(stem) && said.indexOf(stem) !== place)) return false;
  const stems = new Set(said);
  const whole = patterns.filter((pattern) => [...pattern].every((stem) => stems.has(stem)));
  return whole.length > 0 && [...stems].every((stem) => whole.some((pattern) => pattern.has(stem)));
}

/** An intent that is itself about a part ("refund half of it") is requested in such words. */
function isOwnMark(
  mark: Mark,
  { from, end }: Clause,
  { tokens }: Utterance,
  stems: ReadonlySet<string>,
  { words }: TenantLanguage,
): boolean {
  return (
    mark === 'partial' &&
    tokens.slice(from, end).some(({ word }) => stems.has(stemOf(word, words)) && words.grammar.partial.includes(word))
  );
}

const tellsOfPast = (word: string, forms: ReadonlySet<string>, { words }: TenantLanguage): boolean =>
  words.grammar.participle.test(word) && !forms.has(word);

/** "with the refund": a fragment that begins with a preposition or a "the" speaks of something known. */
function isBehindFilling(
  { from }: Clause,
  { tokens }: Utterance,
  { taken }: Extraction,
  { words: { grammar } }: TenantLanguage,
): boolean {
  const first = tokens[from]?.word ?? '';
  return (
    !taken.has(from) &&
    grammar.filling.has(first) &&
    !grammar.indefinite.has(first) &&
    !(grammar.infinitive !== null && grammar.determiners.has(first))
  );
}
