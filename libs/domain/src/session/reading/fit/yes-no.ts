import type { Question, Values } from '@arbiter/contracts';
import type { Language } from '../../../language';
import { holds, phraseAt, type Hit, type PhraseTable } from '../../../language/phrases';
import { aboutIntents, featuresOf, matchRequest } from '../../../language/requests';
import { stemOf } from '../../../language/stems';
import type { TenantLanguage } from '../../../language/tenant-language';
import type { Token } from '../../../language/tokens';
import { before, contentOf, coveredBy, endsClause, from, hitsOf, type Utterance } from '../../../language/utterance';
import { mentionedIn, speaksOfAnother, wantsAnother, wantsIn } from '../wants';

/** A text's answer to a question of yes or no; `unclear` when it is about the question but does not settle it. */
export type YesNo = 'yes' | 'no' | 'unclear';

/** The least share of the content words that a yes or no must have when it does not stand apart. */
const LEAST_SHARE = 0.5;
/**
 * A text of more words than this is no yes or no, and a text of more than a few words with both is about something
 * else.
 */
const LONGEST = 60;
const LONGEST_UNCLEAR = 8;

/**
 * The consequences of the answer. A word like "ok" also opens a new sentence ("ok, where is my order?"), so the greater
 * the consequences, the fewer other wishes the text may have: an approval (`high`), an offer (`low`), the value of a
 * slot (`none`).
 */
export interface Stakes {
  readonly level: 'none' | 'low' | 'high';
  readonly intentId: string | null;
  readonly slots: Values;
}

/** `question` is the open question, if any: only then may praise for it, or its own words, be a yes. */
export function readYesNo(
  utterance: Utterance,
  language: TenantLanguage,
  stakes: Stakes,
  question: Question | null = null,
): YesNo | null {
  if (utterance.tokens.length > LONGEST) return null;
  if (stakes.level === 'high') return readApproval(utterance, language, stakes, question);
  if (question === null) return readWhole(utterance, language, stakes, language.yesNo);
  if (stakes.level === 'low' && isElsewhere(utterance, question, stakes, language)) return null;
  const answer = readWhole(utterance, language, stakes, language.agreeing);
  if (answer === 'yes' || answer === 'no') return answer;
  return readLeading(utterance, language, false) ?? (repeats(utterance, question, language) ? 'yes' : answer);
}

/** Once the text has a clear yes or no to an offer, only words about another intent lead away from it. */
function isElsewhere(
  utterance: Utterance,
  question: Question,
  { intentId }: Stakes,
  language: TenantLanguage,
): boolean {
  const isAnswered = question.expectedType === 'yes_no' && readLeading(utterance, language, false) !== null;
  return isAnswered
    ? speaksOfAnother(utterance, { intentId, question }, language)
    : wantsAnother(utterance, { intentId, question }, language);
}

/**
 * A clear yes at the very beginning holds whatever is asked about it besides; a clear no holds unless something else is
 * wanted.
 */
function readApproval(
  utterance: Utterance,
  language: TenantLanguage,
  stakes: Stakes,
  question: Question | null,
): YesNo | null {
  if (isTakenBack(utterance, language)) return 'unclear';
  const answer = readWhole(utterance, language, stakes, language.yesNo);
  const leading = answer === null || answer === 'unclear' ? readLeading(utterance, language, true) : null;
  if (leading === 'no' && !wantsAnother(utterance, { intentId: stakes.intentId, question }, language)) return 'no';
  const rest = afterLeadingHits(utterance, hitsOf(utterance, language.yesNo), language)?.utterance;
  return leading === 'yes' && rest && onlyAsks(rest, language, stakes) ? 'yes' : answer;
}

/** "Yes. Actually, wait": a later clause begins with words that steer elsewhere. */
const isTakenBack = (utterance: Utterance, { override, yesNo }: TenantLanguage): boolean =>
  hitsOf(utterance, yesNo).some(({ phrase }) => phrase.list === 'yes') &&
  hitsOf(utterance, override).some(({ index }) => index > 0 && utterance.tokens[index]?.opensClause);

/** The text after a yes takes nothing back, and changes and wants nothing: it only asks for information. */
function onlyAsks(rest: Utterance, language: TenantLanguage, stakes: Stakes): boolean {
  const { words } = language;
  const isHedge = ({ word, opensClause }: Token, index: number) =>
    words.hedging.has(word) && (opensClause || index === 0);
  const takesBack =
    rest.tokens.some(
      (token, index) => isHedge(token, index) || words.negating.has(token.word) || words.steering.has(token.word),
    ) || hitsOf(rest, language.correcting).some(({ phrase }) => phrase.words.length > 1);
  if (takesBack || namesUnknown(rest, stakes) || asksForOther(rest, language, stakes)) return false;
  const telling = new Set([...words.telling].map((word) => stemOf(word, words)));
  const wants = wantsIn(rest, language);
  return wants.every(
    ({ kind, deeds }) =>
      kind === 'question' || deeds.some((deed) => telling.has(deed)) || (deeds.length === 0 && rest.text.endsWith('?')),
  );
}

/**
 * The yes or no that a text begins with: a clear word, set apart by a mark where that is needed, and not taken back
 * right away.
 */
function readLeading(utterance: Utterance, language: TenantLanguage, needsMark: boolean): 'yes' | 'no' | null {
  const hits = hitsOf(utterance, language.yesNo);
  const leading = afterLeadingHits(utterance, hits, language);
  const [first] = hits;
  if (!leading || !first || !(leading.apart || (!needsMark && first.index === 0 && first.phrase.words.length === 1)))
    return null;
  const opening = before(utterance, leading.end);
  const isClear = hitsOf(opening, language.yesNo).some(({ phrase }) => !holds(language.filler, phrase.words));
  const isHedged =
    language.words.hedging.has(leading.utterance.tokens[0]?.word ?? '') ||
    hits.some((hit) => negatesOverride(hit, utterance, language));
  return isClear && !isHedged && isSettled(opening, hitsOf(opening, language.yesNo), language)
    ? (first.phrase.list as 'yes' | 'no')
    : null;
}

/** The text states the wish in the question's own words: "a shared ride" to "Would you like a shared ride?" */
function repeats(utterance: Utterance, question: Question, { words }: TenantLanguage): boolean {
  const mentioned = mentionedIn(question, words);
  const content = contentOf(utterance, words).map((index) => utterance.tokens[index]?.word ?? '');
  if (utterance.text.endsWith('?') || content.some((word) => words.negating.has(word))) return false;
  const said = content.filter((word) => !words.requesting.has(word));
  return (
    said.length > 0 && said.filter((word) => mentioned.has(stemOf(word, words))).length / said.length >= LEAST_SHARE
  );
}

function readWhole(utterance: Utterance, language: TenantLanguage, stakes: Stakes, table: PhraseTable): YesNo | null {
  const hits = hitsOf(utterance, table);
  const [first] = hits;
  if (!first) return isOnlyHedging(utterance, language) ? 'unclear' : null;
  const rest = afterLeadingHits(utterance, hits, language);
  if (!rest?.apart && shareOf(utterance, language, table) < LEAST_SHARE) return null;
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
 * The text after the yes or no asks, names something that is not at issue, or is another request. The object of a
 * "don't" ("I don't want that") begins nothing.
 */
function wantsMore(rest: Utterance, language: TenantLanguage, stakes: Stakes, isObject: boolean): boolean {
  if (stakes.level !== 'high') return false;
  const { words } = language;
  const [first] = contentOf(rest, words);
  const opens = !isObject && first !== undefined && words.requesting.has(rest.tokens[first]?.word ?? '');
  return (
    (rest.text.includes('?') && rest.tokens.length > 0) ||
    namesUnknown(rest, stakes) ||
    asksForOther(rest, language, stakes) ||
    opens
  );
}

/** A number or a code that is not at issue. */
function namesUnknown(rest: Utterance, { slots }: Stakes): boolean {
  const known = new Set(Object.values(slots).map((value) => String(value).toLowerCase()));
  return rest.tokens.some(({ word }) => /\p{N}/u.test(word) && !known.has(word));
}

/** Another intent is clearly meant, and more than the one at issue. */
function asksForOther(rest: Utterance, { requests, words }: TenantLanguage, { intentId }: Stakes): boolean {
  const request = matchRequest(requests, rest);
  if (request === null || request === intentId) return false;
  const about = aboutIntents(featuresOf(rest, words), requests);
  return (about.get(request) ?? 0) > (about.get(intentId ?? '') ?? 0);
}

/** The text after a yes or no at its beginning, and whether a mark separates the two. */
function afterLeadingHits(utterance: Utterance, hits: readonly Hit[], language: TenantLanguage) {
  const polite = coveredBy(utterance, language.filler);
  let end = 0;
  for (const hit of hits) {
    // "yes please, no subtitles": the no is about something else
    if (end > 0 && hit.phrase.list !== hits[0]?.phrase.list && utterance.tokens[hit.index]?.opensClause) break;
    const between = utterance.tokens.slice(end, hit.index);
    if (!between.every((token, offset) => language.words.neutral.has(token.word) || polite.has(end + offset))) break;
    end = hit.end;
  }
  while (end > 0 && polite.has(end)) end += 1;
  end = endOfIdleClause(utterance, end, language);
  return end === 0 ? null : { end, utterance: from(utterance, end), apart: endsClause(utterance, end - 1) };
}

/** "yes it is": words that say nothing belong to the yes when their clause ends with them. */
function endOfIdleClause({ tokens }: Utterance, start: number, { words }: TenantLanguage): number {
  if (start === 0) return start;
  let end = start;
  while (tokens[end] && !tokens[end]?.opensClause && words.neutral.has(tokens[end]?.word ?? '')) end += 1;
  return (tokens[end]?.opensClause ?? true) ? end : start;
}

function shareOf(utterance: Utterance, language: TenantLanguage, table: PhraseTable): number {
  const answering = coveredBy(utterance, table);
  const polite = coveredBy(utterance, language.filler);
  const said = new Set([...contentOf(utterance, language.words).filter((index) => !polite.has(index)), ...answering]);
  return answering.size / said.size;
}

/** Neither contradicted, nor negated, nor taken back in part, nor asked. */
function isSettled(utterance: Utterance, hits: readonly Hit[], language: TenantLanguage): boolean {
  const { words } = language;
  const taken = new Set(
    hits.flatMap(({ index, end }) => Array.from({ length: end - index }, (_, offset) => index + offset)),
  );
  const loose = utterance.tokens.flatMap(({ word }, index) => (taken.has(index) ? [] : [{ word, index }]));
  const isHedged = loose.some(({ word }) => words.hedging.has(word));
  const isNegated = ({ phrase, index: at }: Hit) =>
    phrase.list === 'yes' && loose.some(({ word, index }) => words.negating.has(word) && index < at && index >= at - 2);
  const sides = new Set(hits.filter((hit) => !isPartOfNo(hit, hits, utterance, words)).map((hit) => hit.phrase.list));
  return (
    sides.size === 1 &&
    !isHedged &&
    !hits.some(isNegated) &&
    !hits.some((hit) => negatesOverride(hit, utterance, language)) &&
    !utterance.text.endsWith('?')
  );
}

/** "don't stop" is neither a no nor a stop. */
const negatesOverride = ({ end, phrase }: Hit, utterance: Utterance, { override }: TenantLanguage): boolean =>
  phrase.list === 'no' &&
  !endsClause(utterance, end - 1) &&
  phraseAt(override, utterance.text, utterance.tokens, end) !== null;

/** "don't do it": the yes in it belongs to the no right before it. */
const isPartOfNo = (hit: Hit, hits: readonly Hit[], utterance: Utterance, { negating }: Language): boolean =>
  hit.phrase.list === 'yes' &&
  hits.some(
    ({ phrase, end }) =>
      phrase.list === 'no' &&
      end === hit.index &&
      !endsClause(utterance, end - 1) &&
      phrase.words.some((word) => negating.has(word)),
  );
