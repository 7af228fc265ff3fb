import type { IntentDefinition, Tagged } from '@arbiter/contracts';
import {
  clausesOf,
  heard,
  hitsOf,
  isReadWhole,
  matchRequest,
  respelled,
  utteranceOf,
  type Clause,
  type Mark,
  type TenantLanguage,
  type Utterance,
} from '../../../language';
import { stemOf } from '../../../language/stems';
import { ANY_DAY } from '../extract-slots';
import { identifiersIn } from '../fit/identifiers';
import { standsForIt } from '../fit/standing-number';
import { isAnnounced, plainRequestsFor } from './plain-request';
import { stanceTo } from './stance';

/** No message is taken for more things than this; one that seems to hold more is taken for one. */
export const MOST_PARTS = 5;

/** Marks that reach beyond their own clause: a text with one of them is taken as a whole. */
const WIDE: readonly Mark[] = [
  'conditional',
  'hypothetical',
  'joking',
  'reported',
  'quoted',
  'alternative',
  'excluded',
];

/**
 * The separate requests of a message, each in its own words: "refund 1003 and where is 1002?", "refund 1003 and 1004".
 * The whole text where there is one request, or where words about one request may hold for another.
 */
export function partsOf(utterance: Utterance, language: TenantLanguage): readonly string[] {
  const clauses = clausesOf(utterance, language);
  const whole = [utterance.text];
  if (!isReadWhole(utterance) || clauses.some(({ marks }) => WIDE.some((mark) => marks.has(mark)))) return whole;
  if (!isUntainted(utterance, language)) return whole;
  const own = clauses.filter((clause) => asksOnItsOwn(clause, utterance, language));
  const openings =
    own.length === 0 ? own : clauses.filter((clause) => own.includes(clause) || isStrange(clause, utterance, language));
  const groups = openings.map(
    (clause, place) =>
      [
        place === 0 ? firstStart(clause, utterance) : clause.start,
        openings[place + 1]?.start ?? utterance.tokens.length,
      ] as const,
  );
  const parts = (groups.length > 0 ? groups : [[0, utterance.tokens.length] as const]).flatMap(([start, end]) =>
    spread(textOf(start, end, utterance), language, utterance.personal),
  );
  if (parts.length > 1 && parts.length <= MOST_PARTS) return parts;
  const [only] = openings;
  const isBehindAnswer =
    only !== undefined &&
    openings.length === 1 &&
    only.start > 0 &&
    clauses.every(({ start, act }) => start >= only.start || act === 'courtesy');
  return isBehindAnswer && hitsOf(utterance, language.yesNo).some(({ index }) => index < only.start)
    ? [textOf(only.start, utterance.tokens.length, utterance)]
    : whole;
}

/** The text before the first request belongs to it if it names an object; else it only announces the request. */
const firstStart = ({ start }: Clause, { tokens }: Utterance): number =>
  tokens.slice(0, start).some(({ word }) => word.length > 2 && /\p{N}/u.test(word)) ? 0 : start;

/** Nothing in the text takes back, puts off or leaves open a deed that it plainly asks for. */
const isUntainted = (utterance: Utterance, language: TenantLanguage): boolean =>
  language.intents.every(
    (intent) =>
      plainRequestsFor(intent, utterance, language, ANY_DAY).length === 0 ||
      stanceTo(intent, utterance, language, ANY_DAY).stance === 'asks',
  );

/** A plain request, or a question that is like an intent or names a thing of its own. */
export function asksOnItsOwn(clause: Clause, utterance: Utterance, language: TenantLanguage): boolean {
  if (clause.act === 'courtesy' || clause.act === 'report' || isAnnounced(clause, utterance, language)) return false;
  const plain = language.intents.flatMap((intent) =>
    plainRequestsFor(intent, utterance, language, ANY_DAY).map((request) => request.clause),
  );
  if (plain.some(({ end }) => end === clause.end)) return true;
  if (plain.some(({ start, end }) => clause.start >= start && clause.end < end)) return false;
  const own = respelled(utteranceOf(textOf(clause.start, clause.end, utterance), utterance.personal), language);
  const isLike = matchRequest(language.requests, own) !== null;
  return clause.act === 'fragment'
    ? isLike
    : isLike || language.intents.some((intent) => objectsOf(intent, own, language).length > 0);
}

/** "…, and sing a song": joined to an understood request, and in words of no known one. It is named, not dropped. */
function isStrange(
  { start, from, end, act, marks }: Clause,
  { tokens }: Utterance,
  { words, requests }: TenantLanguage,
): boolean {
  const { grammar } = words;
  if ((act !== 'fragment' && act !== 'wish') || marks.size > 0 || !grammar.coordinating.has(tokens[start]?.word ?? ''))
    return false;
  const said = tokens
    .slice(from, end)
    .map(({ word }) => word)
    .filter((word) => !grammar.filling.has(word) && !grammar.opening.has(word) && !grammar.adding.has(word));
  return (
    said.length > 0 && said.every((word) => !/\p{N}/u.test(word) && !requests.intentsWith.has(stemOf(word, words)))
  );
}

/** Without the "and" or the number of a list that it begins with, and without the mark that parts it from the next. */
const textOf = (start: number, end: number, { tokens, text }: Utterance): string => {
  const [first, last, next] = [tokens[start], tokens[end - 1], tokens[end]];
  const isNumbered = last !== undefined && /^\d{1,2}$/u.test(last.word) && last !== first;
  const part = text.slice(first?.start ?? 0, next?.start ?? text.length).replace(/[\s,;:–—-]+$/u, '');
  return (isNumbered ? part.replace(/(?<=[\s.;,])\d{1,2}[.)]\s*$/u, '') : part).trim();
};

/** "refund 1003 and 1004" is a request for each. */
function spread(text: string, language: TenantLanguage, personal: readonly Tagged[]): readonly string[] {
  const utterance = heard(text, language, personal);
  const objects =
    language.intents.map((intent) => objectsOf(intent, utterance, language)).find(({ length }) => length > 1) ?? [];
  const [first, last] = [objects[0], objects.at(-1)];
  if (!first || !last || !isList(objects, utterance, language)) return [text];
  const { tokens } = utterance;
  const [before, behind] = [text.slice(0, tokens[first.index]?.start), text.slice(tokens[last.end - 1]?.end)];
  return [...new Set(objects.map(({ value }) => String(value)))].map((value) => `${before}${value}${behind}`);
}

function objectsOf({ slots }: IntentDefinition, utterance: Utterance, language: TenantLanguage) {
  const slot = slots.find(({ expectedType, pattern }) => expectedType === 'identifier' && pattern !== undefined);
  return slot
    ? identifiersIn(slot, utterance)
        .filter((found) => standsForIt(found, slot, utterance, language))
        .map((found) => ({ ...found, cues: slot.cues ?? [] }))
    : [];
}

/** Only "and", commas and cues stand between them. */
function isList(
  objects: ReturnType<typeof objectsOf>,
  { tokens }: Utterance,
  { words: { grammar } }: TenantLanguage,
): boolean {
  return objects.slice(1).every(({ index, cues }, place) => {
    const between = tokens.slice(objects[place]?.end, index).map(({ word }) => word);
    return between.every((word) => grammar.coordinating.has(word) || cues.some((cue) => cue.toLowerCase() === word));
  });
}
