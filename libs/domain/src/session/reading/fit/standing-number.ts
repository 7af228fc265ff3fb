import type { Question } from '@arbiter/contracts';
import { clausesOf, grammarTables, type TenantLanguage, type Utterance } from '../../../language';
import { stemOf } from '../../../language/stems';
import { coveredBy, hitsOf } from '../../../language/utterance';
import type { Found } from './found';
import { identifiersIn } from './identifiers';

type Named = Pick<Question, 'pattern' | 'cues'>;

/** The identifiers of a text that fit a slot and are not excluded by the text. */
export const identifiersMeant = (question: Named, utterance: Utterance, language: TenantLanguage): readonly Found[] =>
  identifiersIn(question, utterance).filter(
    (found) => standsForIt(found, question, utterance, language) && !isRuledOut(found, question, utterance, language),
  );

/**
 * Whether a number identifies the slot's kind of thing, and is not an amount, a count, a PIN or another thing's number:
 * the words right before and after it are the slot's own cues, words of the tenant's trade, or empty words. Only a slot
 * with cues is checked.
 */
export function standsForIt(found: Found, question: Named, utterance: Utterance, language: TenantLanguage): boolean {
  const { cues } = question;
  if (cues === undefined) return true;
  if (isBehindNumber(found, utterance))
    return identifiersIn(question, utterance).some(
      (one) => one.end === found.index && standsForIt(one, question, utterance, language),
    );
  if (isBesideSign(found, utterance)) return false;
  const isOwn = ownWords(cues, utterance, language);
  return (
    mayStandBefore(found, cues, utterance, language, isOwn) && mayStandBehind(found.end, utterance, language, isOwn)
  );
}

type IsOwn = (index: number) => boolean;

/** "order 1003", "the total of order 1003", not "20 of 1003" */
function mayStandBefore(
  { index }: Found,
  cues: readonly string[],
  utterance: Utterance,
  language: TenantLanguage,
  isOwn: IsOwn,
): boolean {
  const isMeasure = (place: number): boolean =>
    language.words.grammar.measuring.has(utterance.tokens[place]?.word ?? '');
  const before = placeBefore(index, utterance, language);
  const isCue = cues.some((cue) => cue.toLowerCase() === (utterance.tokens[before]?.word ?? ''));
  const named = isCue ? placeBefore(before, utterance, language) : before;
  if (isMeasure(named)) return false;
  return named < 0 || isOwn(named) || opens(named + 1, utterance);
}

/** "1003 please", not "1003 euros" */
const mayStandBehind = (end: number, utterance: Utterance, language: TenantLanguage, isOwn: IsOwn): boolean =>
  !isBehind(end, utterance) || (!language.words.grammar.measuring.has(utterance.tokens[end]?.word ?? '') && isOwn(end));

/** "030 1003 1004": numbers in a row are one number, or a list of the kind that the first one is. */
const isBehindNumber = ({ index }: Found, { tokens }: Utterance): boolean =>
  tokens[index]?.opensClause === false && /^\p{N}+$/u.test(tokens[index - 1]?.word ?? '');

/** "EUR 20", "20 €", "20%" */
const isBesideSign = ({ index, end }: Found, { tokens, text }: Utterance): boolean => {
  const [start, stop] = [tokens[index]?.start ?? 0, tokens[end - 1]?.end ?? 0];
  return /[€$£%]\s?$/u.test(text.slice(0, start)) || /^\s?[€$£%]/u.test(text.slice(stop));
};

/** The word that a number or its cue follows: "is" and "the" between them say nothing. */
function placeBefore(index: number, { tokens }: Utterance, { words: { grammar } }: TenantLanguage): number {
  let place = index - 1;
  while (
    place >= 0 &&
    !tokens[place + 1]?.opensClause &&
    (grammar.auxiliaries.has(tokens[place]?.word ?? '') || grammar.determiners.has(tokens[place]?.word ?? ''))
  )
    place -= 1;
  return tokens[place + 1]?.opensClause ? -1 : place;
}

const opens = (index: number, { tokens }: Utterance): boolean => tokens[index]?.opensClause ?? true;
const isBehind = (index: number, { tokens }: Utterance): boolean =>
  tokens[index] !== undefined && tokens[index]?.opensClause === false;

/** Words of the trade, of grammar and of courtesy, and further numbers. */
function ownWords(cues: readonly string[], utterance: Utterance, language: TenantLanguage): IsOwn {
  const { words, filler, yesNo, override, correcting, requests } = language;
  const { grammar } = words;
  const { polite, wanting, addressing, marking } = grammarTables(words);
  const courteous = coveredBy(
    utterance,
    filler,
    yesNo,
    override,
    correcting,
    polite,
    wanting,
    addressing,
    marking,
    language.referring,
  );
  const closed = [
    grammar.opening,
    grammar.filling,
    grammar.light,
    grammar.determiners,
    grammar.auxiliaries,
    grammar.modals,
    grammar.subjects,
    grammar.firstPerson,
    grammar.questioning,
    grammar.subordinating,
    grammar.coordinating,
    grammar.negating,
    grammar.conditional,
    grammar.alternative,
    grammar.willing,
    grammar.besideConsent,
    words.pointing,
    words.neutral,
  ];
  return (index) => {
    const word = utterance.tokens[index]?.word ?? '';
    return (
      courteous.has(index) ||
      cues.some((cue) => cue.toLowerCase() === word) ||
      /^\p{N}+$/u.test(word) ||
      closed.some((set) => set.has(word)) ||
      requests.intentsWith.has(stemOf(word, words))
    );
  };
}

/** "everything except 1003", "1004 instead of 1003": the text excludes it. */
export function isLeftOut({ index }: Found, utterance: Utterance, language: TenantLanguage): boolean {
  const clause = clausesOf(utterance, language).find(({ start, end }) => index >= start && index < end);
  const excluding = hitsOf(utterance, grammarTables(language.words).marking).filter(
    ({ phrase }) => phrase.list === 'excluded',
  );
  return clause !== undefined && excluding.some((hit) => hit.index >= clause.start && hit.end <= index);
}

/** "not 1003" excludes it. */
const isRuledOut = ({ index }: Found, { cues }: Named, utterance: Utterance, language: TenantLanguage): boolean =>
  cues !== undefined &&
  clausesOf(utterance, language).some(
    ({ start, end, marks }) => index >= start && index < end && (marks.has('negated') || marks.has('excluded')),
  );
