import { phraseAt, type Hit, type PhraseTable } from '../../language/phrases';
import { matchRequest } from '../../language/requests';
import type { TenantLanguage } from '../../language/tenant-language';
import { before, contentOf, endsClause, from, saysOnly, type Utterance } from '../../language/utterance';
import { plainRequestsFor, type PlainRequest } from './deeds/plain-request';
import { clausesOf, grammarTables, hitsOf } from '../../language';
import { ANY_DAY, extractSlots } from './extract-slots';

/** An override phrase that is really meant: not negated, not quoted, not in the middle of a clause (RT-04). */
export interface OverrideReading {
  /** where the first of its phrases begins */
  readonly start: number;
  readonly phrases: readonly string[];
  /** the phrase ends the current work ("forget it"); otherwise it steers towards something else ("actually") */
  readonly ends: boolean;
  /** the text has no other content */
  readonly bare: boolean;
  /** the rest of the text is separate from the phrase; otherwise it is the phrase's object ("stop the refund") */
  readonly apart: boolean;
  readonly rest: Utterance;
}

/**
 * The most courtesies before a phrase, and the most words from a later clause to the end. These bounds keep the reading
 * of a text linear in time.
 */
const MOST_PASSED = 20;
const LONGEST_ENDING = 60;

export function readOverride(utterance: Utterance, language: TenantLanguage): OverrideReading | null {
  const reading =
    atTheStart(utterance, language) ?? inALaterClause(utterance, language) ?? atTheEnd(utterance, language);
  if (!reading || isVerbOfRequest(reading, utterance, language) || isToldToGoOn(reading, utterance, language))
    return null;
  return isDeedOnACondition(reading, utterance, language) ? null : reading;
}

function atTheStart(utterance: Utterance, language: TenantLanguage): OverrideReading | null {
  const first = openingPhrase(utterance, 0, language);
  return first && readFrom(utterance, first, language);
}

/** "Where is my order? No, forget it": a later clause takes back the text before it when nothing else follows. */
function inALaterClause(utterance: Utterance, language: TenantLanguage): OverrideReading | null {
  for (let index = Math.max(1, utterance.tokens.length - LONGEST_ENDING); index < utterance.tokens.length; index += 1) {
    const hit = utterance.tokens[index]?.opensClause ? openingPhrase(utterance, index, language) : null;
    const reading = hit && readFrom(utterance, hit, language);
    if (reading?.ends && reading.bare) return reading;
  }
  return null;
}

/** "the blue one instead" */
function atTheEnd(utterance: Utterance, language: TenantLanguage): OverrideReading | null {
  const last = utterance.tokens.length - 1;
  if (last < 1 || !language.words.steeringAtEnd.has(utterance.tokens[last]?.word ?? '')) return null;
  const hit = phraseAt(language.override, utterance.text, utterance.tokens, last);
  return (
    hit && {
      start: last,
      phrases: [hit.phrase.text],
      ends: false,
      bare: false,
      apart: true,
      rest: before(utterance, last),
    }
  );
}

/** The phrase at the beginning of a clause, after the words that may come before it. */
function openingPhrase(utterance: Utterance, start: number, language: TenantLanguage): Hit | null {
  const at = (table: PhraseTable, index: number) => phraseAt(table, utterance.text, utterance.tokens, index);
  let prefaced = false;
  for (let index = start, passes = 0; index < utterance.tokens.length && passes <= MOST_PASSED; passes += 1) {
    const hit = at(language.override, index);
    if (hit) return prefaced && !endsSomething(hit, language) ? null : hit;
    const preface = at(language.prefacing, index);
    const passed =
      preface ?? at(language.interjecting, index) ?? at(language.yesNo, index) ?? at(language.filler, index);
    if (!passed || negatesWhatFollows(passed, utterance, language)) return null;
    prefaced ||= preface !== null;
    index = passed.end;
  }
  return null;
}

/** "don't stop", where "don't" alone is also a way to say no */
const negatesWhatFollows = (hit: Hit, utterance: Utterance, { words }: TenantLanguage): boolean =>
  hit.phrase.list !== 'interjecting' &&
  !endsClause(utterance, hit.end - 1) &&
  hit.phrase.words.some((word) => words.negating.has(word));

const endsSomething = (hit: Hit, language: TenantLanguage): boolean =>
  hit.phrase.words.some((word) => !language.words.steering.has(word));

/** Collects the phrases that follow one another ("actually, forget it") and looks at the rest. */
function readFrom(utterance: Utterance, first: Hit, language: TenantLanguage): OverrideReading {
  const hits = [first];
  for (let next: Hit | null = first; next;) {
    next = openingPhrase(utterance, next.end, language);
    if (next) hits.push(next);
  }
  const last = hits.at(-1) as Hit;
  const ends = hits.some((hit) => endsSomething(hit, language));
  const joined = language.words.joining.has(utterance.tokens[last.end]?.word ?? '');
  const rest = from(utterance, joined ? last.end + 1 : last.end);
  return {
    start: first.index,
    phrases: hits.map((hit) => hit.phrase.text),
    ends,
    bare: isBare(rest, ends, language),
    apart: !ends || joined || endsClause(utterance, last.end - 1) || asksRightAway(rest, language),
    rest,
  };
}

/**
 * Courtesy after an end is only courtesy ("forget it, thanks"); after a steering word it is the message itself
 * ("actually, thanks").
 */
const isBare = (rest: Utterance, ends: boolean, { words, override, filler, yesNo, nudge }: TenantLanguage): boolean =>
  saysOnly(rest, words, override, ...(ends ? [filler, yesNo, nudge] : []));

/** "forget it where is my order 1002" */
function asksRightAway(rest: Utterance, { words }: TenantLanguage): boolean {
  const first = rest.tokens[contentOf(rest, words)[0] ?? 0]?.word ?? '';
  return words.requesting.has(first) && !words.relating.has(first);
}

/**
 * "cancel my subscription", where a tenant has an intent for that, is the intent's own verb, whatever else the text
 * asks for.
 */
function isVerbOfRequest(reading: OverrideReading, utterance: Utterance, language: TenantLanguage): boolean {
  if (reading.bare || reading.apart) return false;
  const isWithin = ({ clause: { start, end } }: PlainRequest) => start <= reading.start && reading.start < end;
  if (language.intents.some((one) => plainRequestsFor(one, utterance, language, ANY_DAY).some(isWithin))) return true;
  const intent = language.intents.find((one) => one.intent === matchRequest(language.requests, utterance));
  return intent?.examples.some((example) => exampleBeginsWith(example, reading.phrases[0] ?? '')) ?? false;
}

/**
 * "if 1003 has not left yet, cancel it": a person who ends the current work does not name a condition and an object, so
 * this asks for a deed. Words between the phrase and the object make those the phrase's object ("cancel the refund of
 * 1003 if you can").
 */
function isDeedOnACondition(
  { start, phrases, bare, rest }: OverrideReading,
  utterance: Utterance,
  language: TenantLanguage,
) {
  const clause = clausesOf(utterance, language).find((one) => one.start <= start && start < one.end);
  if (!clause?.marks.has('conditional')) return false;
  const [verb = ''] = (phrases[0] ?? '').split(' ');
  const next = utterance.tokens.length - rest.tokens.length;
  return language.intents
    .filter(({ examples }) => examples.some((example) => exampleBeginsWith(example, verb)))
    .some((intent) => {
      const { taken } = extractSlots(intent, utterance, language, ANY_DAY);
      return taken.size > 0 && (bare || taken.has(next));
    });
}

/** "stop asking and just do it" ends nothing: its last words are to go on. */
function isToldToGoOn({ start, ends, bare }: OverrideReading, utterance: Utterance, language: TenantLanguage): boolean {
  return ends && !bare && (goingOnAt(utterance, language) ?? 0) > start;
}

/** The place of the words to go on with which a text ends, if it does: "just do it". */
export function goingOnAt(utterance: Utterance, { words }: TenantLanguage): number | null {
  const { besideConsent, negating } = words.grammar;
  const last = hitsOf(utterance, grammarTables(words).consenting).at(-1);
  if (last?.phrase.list !== 'instructing' || negating.has(utterance.tokens[last.index - 1]?.word ?? '')) return null;
  return utterance.tokens.slice(last.end).every(({ word }) => besideConsent.has(word)) ? last.index : null;
}

const exampleBeginsWith = (example: string, phrase: string): boolean =>
  `${example.toLowerCase()} `.startsWith(`${phrase.toLowerCase()} `);
