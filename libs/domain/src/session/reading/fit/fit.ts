import type { Question } from '@arbiter/contracts';
import { matchRequest, opensRequest } from '../../../language/requests';
import { stemOf } from '../../../language/stems';
import type { TenantLanguage } from '../../../language/tenant-language';
import { contentOf, coveredBy, type Utterance } from '../../../language/utterance';
import { mentionedIn, speaksOfAnother } from '../wants';
import type { Found } from './found';
import { freeTextOf, placeOf } from './free-text';
import { cuesIn } from './identifiers';
import { identifiersMeant } from './standing-number';
import { valuesFor } from './values';
import { readYesNo, type Stakes } from './yes-no';

/** The context of a fit check, besides the text. */
export interface FitContext {
  readonly language: TenantLanguage;
  /** ISO 8601: the instant that "tomorrow" is relative to */
  readonly now: string;
  readonly stakes: Stakes;
}

/** An answer in its normalised form. */
export interface Fit {
  readonly value: unknown;
}

/**
 * The match must cover at least this share of the text's content words; more where common words match: "the sun is
 * shining" is no Sunday.
 */
const LEAST_COVERAGE = 0.5;
const LEAST_COVERAGE_BY_DATE = 0.6;

/** Longer than this only a free text is an answer. */
const LONGEST = 80;

/** RT-05: whether a text answers a question, and with which value. */
export function fit(question: Question, utterance: Utterance, context: FitContext): Fit | null {
  const { language } = context;
  if (question.expectedType !== 'freeform' && utterance.tokens.length > LONGEST) return null;
  switch (question.expectedType) {
    case 'yes_no':
      return fitsYesNo(question, utterance, context);
    case 'identifier':
      return fitsIdentifier(question, utterance, language);
    case 'date_time':
      return fitsFound(question, utterance, context, LEAST_COVERAGE_BY_DATE);
    case 'number':
    case 'choice':
      return fitsFound(question, utterance, context);
    case 'choice_or_yes_no':
      return fitsFound(question, utterance, context) ?? fitsYesNo(question, utterance, context);
    case 'location':
      return valued(placeOf(utterance, language));
    case 'freeform':
      return valued(freeTextOf(utterance, language, context.stakes.intentId));
  }
}

const valued = (value: string | null): Fit | null => (value === null ? null : { value });

function fitsYesNo(question: Question, utterance: Utterance, { language, stakes }: FitContext): Fit | null {
  const answer = readYesNo(utterance, language, stakes, question);
  return answer === null || answer === 'unclear' ? null : { value: answer === 'yes' };
}

/** With no request begun before it: "refund 1003" is no answer to "which order?". */
function fitsIdentifier(question: Question, utterance: Utterance, language: TenantLanguage): Fit | null {
  const found = identifiersMeant(question, utterance, language);
  const covered = new Set([...cuesIn(question, utterance), ...positionsOf(found)]);
  const opening = contentOf(utterance, language.words).find((index) => !covered.has(index));
  const isBegun =
    opening !== undefined &&
    opening < (found[0]?.index ?? 0) &&
    opensRequest(utterance.tokens[opening]?.word ?? '', language.requests);
  return isBegun ? null : covering(found, covered, contentOf(utterance, language.words), LEAST_COVERAGE);
}

/**
 * The words of the question and its intent, of a wish and of courtesy say nothing besides the value: "I would like two
 * tickets, please".
 */
function fitsFound(
  question: Question,
  utterance: Utterance,
  { language, stakes, now }: FitContext,
  leastCoverage = LEAST_COVERAGE,
): Fit | null {
  const found = valuesFor(question, utterance, language, now);
  if (found.length === 0 || isElsewhere(question, utterance, stakes.intentId, language)) return null;
  const mentioned = mentionedIn(question, language.words);
  const isOwn = (stem: string) =>
    mentioned.has(stem) || (language.requests.intentsWith.get(stem)?.includes(stakes.intentId ?? '') ?? false);
  const idle = coveredBy(utterance, language.wishing, language.filler, language.approving);
  const said = contentOf(utterance, language.words).filter(
    (index) => !idle.has(index) && !isOwn(stemOf(utterance.tokens[index]?.word ?? '', language.words)),
  );
  return covering(found, new Set(positionsOf(found)), said, leastCoverage);
}

/** The text is clearly like another intent, or speaks of one more than of its own. */
function isElsewhere(
  question: Question,
  utterance: Utterance,
  intentId: string | null,
  language: TenantLanguage,
): boolean {
  const request = matchRequest(language.requests, utterance);
  return (request !== null && request !== intentId) || speaksOfAnother(utterance, { intentId, question }, language);
}

const positionsOf = (found: readonly Found[]): readonly number[] =>
  found.flatMap(({ index, end }) => Array.from({ length: end - index }, (_, offset) => index + offset));

/** One value, covering at least this share of the content words. */
function covering(
  found: readonly Found[],
  covered: ReadonlySet<number>,
  content: readonly number[],
  leastCoverage: number,
): Fit | null {
  const [first] = found;
  if (!first || found.some(({ value }) => value !== first.value)) return null;
  return covered.size / new Set([...content, ...covered]).size >= leastCoverage ? { value: first.value } : null;
}
