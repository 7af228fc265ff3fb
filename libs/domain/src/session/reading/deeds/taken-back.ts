import { clausesOf, grammarTables, hitsOf, type Clause, type TenantLanguage, type Utterance } from '../../../language';
import { saysOnlyNot } from '../../../language/marks';
import { contentOf, coveredBy } from '../../../language/utterance';
import { namesSomething } from '../extract-slots';

/**
 * The request before `end` is taken back, or was not meant, and nothing replaces it: "refund 1003 - no, forget it",
 * "just kidding".
 */
export function isTakenBack(end: number, utterance: Utterance, language: TenantLanguage): boolean {
  const clauses = clausesOf(utterance, language);
  const after = clauses.filter(({ start }) => start >= end);
  if (after.some((clause) => namesSomething(utterance, language, clause))) return false;
  return (
    isCalledJoke(end, utterance, language) ||
    isStopped(end, utterance, language) ||
    after.some((clause) => isBareNo(clause, utterance, language))
  );
}

/** "just kidding" in a clause of its own; a "lol" at the end of a wish leaves it open. */
const isCalledJoke = (end: number, utterance: Utterance, { words }: TenantLanguage): boolean =>
  hitsOf(utterance, grammarTables(words).marking).some(
    ({ phrase, index }) => phrase.list === 'joking' && index >= end && utterance.tokens[index]?.opensClause === true,
  );

/**
 * "forget it", "scrap that": words that end something, at the beginning of a clause; "actually" only turns elsewhere.
 */
const isStopped = (end: number, utterance: Utterance, language: TenantLanguage): boolean =>
  hitsOf(utterance, language.override).some(
    ({ index, phrase }) =>
      index >= end &&
      utterance.tokens[index]?.opensClause === true &&
      !phrase.words.every((word) => language.words.steering.has(word)),
  );

/** A no that is all its clause says, or a "not" in a clause that reports nothing: "not really". */
export const isBareNo = (clause: Clause, utterance: Utterance, language: TenantLanguage): boolean =>
  refusesBarely(clause, utterance, language) || (clause.act !== 'report' && saysOnlyNot(clause, utterance, language));

/** "No." beside a request leaves the wish open. */
export function refusesBarely(
  { start, end }: Clause,
  utterance: Utterance,
  { yesNo, filler, override, words }: TenantLanguage,
): boolean {
  const isWithin = (index: number) => index >= start && index < end;
  if (!hitsOf(utterance, yesNo).some(({ phrase, index }) => phrase.list === 'no' && isWithin(index))) return false;
  const covered = coveredBy(utterance, yesNo, filler, override);
  return contentOf(utterance, words)
    .filter(isWithin)
    .every((index) => covered.has(index));
}
