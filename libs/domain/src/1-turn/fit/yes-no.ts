import type { Values } from '@arbiter/contracts';
import type { LanguageWords } from '../language-words';
import { phraseAt, phrasesIn, type Hit } from '../phrases';
import { matchRequest } from '../requests';
import type { TenantLanguage } from '../tenant-language';
import { contentOf, coveredBy, endsClause, from, type Utterance } from '../utterance';

/** What a text says to a question of yes or no; `unclear` when it speaks to it but does not settle it. */
export type YesNo = 'yes' | 'no' | 'unclear';

/** The least share of what the text says that its yes or no must make up when it does not stand apart. */
const LEAST_SHARE = 0.5;
/** A text of more words than this is no yes or no, and one that says both in more than a few is about something else. */
const LONGEST = 60;
const LONGEST_UNCLEAR = 8;

/**
 * What hangs on the answer. A word like "ok" also opens a new sentence ("ok, where is my order?"), so the more hangs on
 * it, the less else the text may want: an approval (`high`), an offer (`low`), the value of a slot (`none`).
 */
export interface Stakes {
  readonly level: 'none' | 'low' | 'high';
  readonly intentId: string | null;
  readonly slots: Values;
}

export function readYesNo(utterance: Utterance, language: TenantLanguage, stakes: Stakes): YesNo | null {
  if (utterance.tokens.length > LONGEST) return null;
  const hits = phrasesIn(language.yesNo, utterance.text, utterance.tokens);
  const [first] = hits;
  if (!first) return isOnlyHedging(utterance, language) ? 'unclear' : null;
  const rest = afterLeadingHits(utterance, hits, language);
  if (!rest?.apart && shareOf(utterance, language) < LEAST_SHARE) return null;
  const isObject = first.phrase.list === 'no' && !rest?.apart;
  if (rest && wantsMore(rest.utterance, language, stakes, isObject)) return null;
  if (!isSettled(utterance, hits, language)) return utterance.tokens.length <= LONGEST_UNCLEAR ? 'unclear' : null;
  return first.phrase.list as YesNo;
}

function isOnlyHedging(utterance: Utterance, { words }: TenantLanguage): boolean {
  const content = contentOf(utterance, words);
  return content.length > 0 && content.every((index) => words.hedging.has(utterance.tokens[index]?.word ?? ''));
}

/**
 * What follows the yes or no asks, names something that is not at issue, or is another request. What a "don't" speaks of
 * ("I don't want that") begins nothing.
 */
function wantsMore(rest: Utterance, { words, requests }: TenantLanguage, { level, intentId, slots }: Stakes, isObject: boolean): boolean {
  if (level === 'none') return false;
  const known = new Set(Object.values(slots).map((value) => String(value).toLowerCase()));
  const namesAnother = rest.tokens.some(({ word }) => /\p{N}/u.test(word) && !known.has(word));
  const request = matchRequest(requests, rest, words);
  const opens = !isObject && words.requesting.has(rest.tokens[contentOf(rest, words)[0] ?? 0]?.word ?? '');
  return (rest.text.includes('?') && rest.tokens.length > 0) || namesAnother || (request !== null && request !== intentId) || (level === 'high' && opens);
}

/** What follows a yes or no that the text begins with, and whether a mark parts the two. */
function afterLeadingHits(utterance: Utterance, hits: readonly Hit[], language: TenantLanguage) {
  const polite = coveredBy(utterance, language.filler);
  let end = 0;
  for (const hit of hits) {
    const between = utterance.tokens.slice(end, hit.index);
    if (!between.every((token, offset) => language.words.neutral.has(token.word) || polite.has(end + offset))) break;
    end = hit.end;
  }
  return end === 0 ? null : { utterance: from(utterance, end), apart: endsClause(utterance, end - 1) };
}

function shareOf(utterance: Utterance, language: TenantLanguage): number {
  const answering = coveredBy(utterance, language.yesNo);
  const polite = coveredBy(utterance, language.filler);
  const said = new Set([...contentOf(utterance, language.words).filter((index) => !polite.has(index)), ...answering]);
  return answering.size / said.size;
}

/** Neither contradicted, nor negated, nor taken back in part, nor asked. */
function isSettled(utterance: Utterance, hits: readonly Hit[], language: TenantLanguage): boolean {
  const { words, override } = language;
  const taken = new Set(hits.flatMap(({ index, end }) => Array.from({ length: end - index }, (_, offset) => index + offset)));
  const loose = utterance.tokens.flatMap(({ word }, index) => (taken.has(index) ? [] : [{ word, index }]));
  const isHedged = loose.some(({ word }) => words.hedging.has(word));
  const isNegated = ({ phrase, index: at }: Hit) =>
    phrase.list === 'yes' && loose.some(({ word, index }) => words.negating.has(word) && index < at && index >= at - 2);
  // "don't stop" is neither a no nor a stop
  const negatesOverride = ({ end, phrase }: Hit) =>
    phrase.list === 'no' && !endsClause(utterance, end - 1) && phraseAt(override, utterance.text, utterance.tokens, end) !== null;
  const sides = new Set(hits.filter((hit) => !isPartOfNo(hit, hits, utterance, words)).map((hit) => hit.phrase.list));
  return sides.size === 1 && !isHedged && !hits.some(isNegated) && !hits.some(negatesOverride) && !utterance.text.endsWith('?');
}

/** "don't do it": the yes in it belongs to the no right before it. */
const isPartOfNo = (hit: Hit, hits: readonly Hit[], utterance: Utterance, { negating }: LanguageWords): boolean =>
  hit.phrase.list === 'yes' &&
  hits.some(({ phrase, end }) => phrase.list === 'no' && end === hit.index && !endsClause(utterance, end - 1) && phrase.words.some((word) => negating.has(word)));
