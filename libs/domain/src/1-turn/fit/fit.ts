import type { Question } from '@arbiter/contracts';
import { opensRequest } from '../requests';
import type { TenantLanguage } from '../tenant-language';
import { contentOf, type Utterance } from '../utterance';
import { choicesIn } from './choices';
import { datesIn } from './dates';
import type { Found } from './found';
import { freeTextOf, placeOf } from './free-text';
import { cuesIn, identifiersIn } from './identifiers';
import { numbersIn } from './numbers';
import { readYesNo, type Stakes } from './yes-no';

/** What a fit check may look at besides the text. */
export interface FitContext {
  readonly language: TenantLanguage;
  /** ISO 8601: what "tomorrow" is seen from */
  readonly now: string;
  readonly stakes: Stakes;
}

/** An answer in its normalised form. */
export interface Fit {
  readonly value: unknown;
}

/** The match must make up at least this share of what the text says; more where common words match: "the sun is shining" is no Sunday. */
const LEAST_COVERAGE = 0.5;
const LEAST_COVERAGE_BY_DATE = 0.6;

/** RT-05: whether a text answers a question, and with which value. */
export function fit(question: Question, utterance: Utterance, context: FitContext): Fit | null {
  const { language, now } = context;
  switch (question.expectedType) {
    case 'yes_no':
      return fitsYesNo(utterance, context);
    case 'identifier':
      return fitsFound(identifiersIn(question, utterance), utterance, language, LEAST_COVERAGE, cuesIn(question, utterance));
    case 'number':
      return fitsFound(numbersIn(utterance, language.words), utterance, language);
    case 'date_time':
      return fitsFound(datesIn(utterance, now), utterance, language, LEAST_COVERAGE_BY_DATE);
    case 'choice':
      return fitsFound(choicesIn(question.choices ?? [], utterance, language.words), utterance, language);
    case 'choice_or_yes_no':
      return fitsFound(choicesIn(question.choices ?? [], utterance, language.words), utterance, language) ?? fitsYesNo(utterance, context);
    case 'location':
      return valued(placeOf(utterance, language));
    case 'freeform':
      return valued(freeTextOf(utterance, language, context.stakes.intentId));
  }
}

const valued = (value: string | null): Fit | null => (value === null ? null : { value });

function fitsYesNo(utterance: Utterance, { language, stakes }: FitContext): Fit | null {
  const answer = readYesNo(utterance, language, stakes);
  return answer === null || answer === 'unclear' ? null : { value: answer === 'yes' };
}

/** One value, covering most of what is said, with no request begun before it ("refund 1003" is no answer to "which order?"). */
function fitsFound(
  found: readonly Found[], utterance: Utterance, language: TenantLanguage, leastCoverage = LEAST_COVERAGE, cues: ReadonlySet<number> = new Set(),
): Fit | null {
  const [first] = found;
  if (!first || found.some((other) => other.value !== first.value)) return null;
  const covered = new Set([...cues, ...found.flatMap(({ index, end }) => Array.from({ length: end - index }, (_, offset) => index + offset))]);
  const said = new Set([...contentOf(utterance, language.words), ...covered]);
  const uncovered = [...said].filter((index) => !covered.has(index)).sort((one, other) => one - other);
  const [opening] = uncovered;
  const isBegun =
    opening !== undefined && opening < first.index && opensRequest(utterance.tokens[opening]?.word ?? '', language.requests, language.words);
  return !isBegun && covered.size / said.size >= leastCoverage ? { value: first.value } : null;
}
