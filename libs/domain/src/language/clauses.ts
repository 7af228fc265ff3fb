import type { Act, Clause, Mark } from './clause';
import { grammarTables } from './grammar-tables';
import { marksIn, saysOnlyNot } from './marks';
import { memoiseEach } from '../memoise';
import { phraseAt } from './phrases';
import { opensRequest } from './requests';
import type { TenantLanguage } from './tenant-language';
import { contentOf, coveredBy, hitsOf, LONGEST_READ, type Utterance } from './utterance';

/** The clauses of a text, from left to right, each with its act and its marks. A text is read once. */
export const clausesOf = memoiseEach((utterance: Utterance, language: TenantLanguage): readonly Clause[] => {
  const spans = spansOf(utterance, language);
  const sentences = sentencesOf(utterance);
  return carried(
    spans.map(([start, end]) => clauseAt(start, end, sentences[start] ?? 0, utterance, language)),
    utterance,
    language,
  );
});

type Span = readonly [start: number, end: number];

/** The text after a colon is a sentence of its own: it is announced, not part of the announcement. */
function sentencesOf({ tokens, text }: Utterance): readonly number[] {
  let sentence = -1;
  const isAnnounced = (index: number) =>
    index > 0 && text.slice(tokens[index - 1]?.end, tokens[index]?.start).includes(':');
  return tokens.map(({ opensSentence, opensClause }, index) =>
    opensSentence || (opensClause && isAnnounced(index)) ? (sentence += 1) : Math.max(sentence, 0),
  );
}

/** Where a letter ends: its closing is followed by a name. */
function endOf(utterance: Utterance, { words }: TenantLanguage): number {
  const [closing] = hitsOf(utterance, grammarTables(words).closing).filter(
    ({ index }) => index > 0 && utterance.tokens[index]?.opensClause === true,
  );
  return closing && utterance.tokens.length - closing.end <= LONGEST_NAME ? closing.index : utterance.tokens.length;
}

const LONGEST_NAME = 6;

/** A mark that ends a clause, a word that begins one, or an "and" with a clause behind it. */
function spansOf(utterance: Utterance, language: TenantLanguage): readonly Span[] {
  const { tokens } = utterance;
  const length = Math.min(tokens.length, LONGEST_READ, endOf(utterance, language));
  const starts = [0];
  for (let index = 1; index < length; index += 1) if (begins(index, utterance, language)) starts.push(index);
  return length === 0 ? [] : starts.map((start, place) => [start, starts[place + 1] ?? length] as const);
}

function begins(index: number, utterance: Utterance, language: TenantLanguage): boolean {
  const { tokens } = utterance;
  const { grammar } = language.words;
  const [word, before, after] = [tokens[index], tokens[index - 1], tokens[index + 1]].map(
    (token) => token?.word ?? '',
  ) as [string, string, string];
  if (insidePhrase(utterance, language).has(index)) return false;
  if (tokens[index]?.opensClause) return !continuesList(before, word);
  if (grammar.subordinating.has(word) || grammar.alternative.has(word)) return true;
  if (!grammar.coordinating.has(word) || grammar.coordinating.has(before)) return false;
  return beginsBehindAnd(grammar.opening.has(after) ? index + 2 : index + 1, index, utterance, language);
}

/** Whether the word behind an "and", or behind "and then", begins a clause; in a list it does not. */
function beginsBehindAnd(next: number, and: number, utterance: Utterance, language: TenantLanguage): boolean {
  const { words, requests } = language;
  const { grammar } = words;
  const word = utterance.tokens[next]?.word ?? '';
  const isOpened = next > and + 1 && word !== utterance.tokens[and + 1]?.word;
  if (isOpened && /^\p{L}+$/u.test(word) && !grammar.filling.has(word)) return true;
  return (
    startsClause(word, language) ||
    frameAt(next, utterance, language) !== null ||
    opensRequest(word, requests) ||
    words.telling.has(word) ||
    grammar.negating.has(word)
  );
}

/** "dear sir or madam" is no choice between two, "anything but that" no new clause. */
const insidePhrase = memoiseEach((utterance: Utterance, { words }: TenantLanguage): ReadonlySet<number> => {
  const excluding = hitsOf(utterance, grammarTables(words).marking).filter(({ phrase }) => phrase.list === 'excluded');
  return new Set(
    [...hitsOf(utterance, grammarTables(words).polite), ...excluding].flatMap(({ index, end }) =>
      Array.from({ length: end - index - 1 }, (_, offset) => index + 1 + offset),
    ),
  );
});

/** "1003, 1004" is one list. */
const continuesList = (before: string, word: string): boolean => /^\p{N}/u.test(before) && /^\p{N}+$/u.test(word);

const startsClause = (word: string, { words: { grammar } }: TenantLanguage): boolean =>
  grammar.firstPerson.has(word) ||
  grammar.subjects.has(word) ||
  grammar.questioning.has(word) ||
  grammar.auxiliaries.has(word) ||
  grammar.modals.has(word);

function clauseAt(
  start: number,
  end: number,
  sentence: number,
  utterance: Utterance,
  language: TenantLanguage,
): Clause {
  const opened = afterOpening(start, end, utterance, language);
  const isThanked = phraseAt(grammarTables(language.words).thanking, utterance.text, utterance.tokens, start) !== null;
  const { act, from } = isThanked ? { act: 'report' as const, from: opened } : actAt(opened, end, utterance, language);
  const courteous = isCourteous({ start, end, act }, utterance, language);
  const isAsked = act === 'question' && !isPolite(start, end, utterance, language);
  const marks = new Set(marksIn({ start, end, from, act }, utterance, language));
  if (isThanked) marks.add('past');
  return { start, end, sentence, act: courteous && !isAsked ? 'courtesy' : act, marks, from };
}

/**
 * The span holds nothing but courtesy, a yes or a no. A sentence with a subject is a report, unless all of it is a
 * phrase of courtesy: not "it works now", nor "I did it already".
 */
function isCourteous(
  { start, end, act }: Pick<Clause, 'start' | 'end' | 'act'>,
  utterance: Utterance,
  { words, filler, yesNo }: TenantLanguage,
): boolean {
  const { polite } = grammarTables(words);
  const covered = act === 'report' ? coveredBy(utterance, filler, polite) : coveredBy(utterance, filler, yesNo, polite);
  if (act === 'report')
    return Array.from({ length: end - start }, (_, at) => start + at).every((at) => covered.has(at));
  return contentOf(utterance, words).every((index) => index < start || index >= end || covered.has(index));
}

/** "would you?" behind a request is no question of its own. */
function isPolite(start: number, end: number, utterance: Utterance, { words }: TenantLanguage): boolean {
  const polite = coveredBy(utterance, grammarTables(words).polite);
  return Array.from({ length: end - start }, (_, offset) => start + offset).every((index) => polite.has(index));
}

/** Past "please", "and then", "hello". */
function afterOpening(start: number, end: number, utterance: Utterance, language: TenantLanguage): number {
  const { grammar } = language.words;
  let index = start;
  while (index < end) {
    const framed = frameAt(index, utterance, language);
    if (framed) return index;
    const courtesy = phraseAt(language.filler, utterance.text, utterance.tokens, index);
    if (courtesy && courtesy.end < end) index = courtesy.end;
    else if (grammar.opening.has(utterance.tokens[index]?.word ?? '') && index + 1 < end) index += 1;
    else break;
  }
  return index;
}

const frameAt = (index: number, utterance: Utterance, { words }: TenantLanguage) => {
  const { wanting, addressing } = grammarTables(words);
  return (
    phraseAt(wanting, utterance.text, utterance.tokens, index) ??
    phraseAt(addressing, utterance.text, utterance.tokens, index)
  );
};

function actAt(
  index: number,
  end: number,
  utterance: Utterance,
  language: TenantLanguage,
): { readonly act: Act; readonly from: number } {
  const { grammar } = language.words;
  const [word, next] = [index, index + 1].map((at) => (at < end ? (utterance.tokens[at]?.word ?? '') : '')) as [
    string,
    string,
  ];
  const frame = frameAt(index, utterance, language);
  if (frame && frame.end <= end) return { act: 'wish', from: frame.end };
  if (grammar.questioning.has(word))
    return { act: isSubordinate(index, utterance, language) ? 'report' : 'question', from: index };
  if (grammar.modals.has(word))
    return { act: grammar.leave.has(word) && grammar.firstPerson.has(next) ? 'permission' : 'question', from: index };
  if (grammar.auxiliaries.has(word)) return { act: 'question', from: index };
  if (asksForInformation(index, end, utterance, language)) return { act: 'question', from: index };
  if (endsInVerb(index, end, utterance, language)) return { act: 'fragment', from: index };
  if (grammar.firstPerson.has(word) || grammar.subjects.has(word) || grammar.determiners.has(word))
    return { act: 'report', from: index };
  return { act: tellsLater(index, end, utterance, language) ? 'report' : 'fragment', from: index };
}

/** "tell me where it is", "show me what is in it" */
function asksForInformation(index: number, end: number, { tokens }: Utterance, { words }: TenantLanguage): boolean {
  const behind = tokens.slice(index + 1, Math.min(end, index + 1 + LONGEST_LEAD)).map(({ word }) => word);
  return (
    words.telling.has(tokens[index]?.word ?? '') &&
    words.grammar.filling.has(behind[0] ?? '') &&
    behind.some((word) => words.grammar.questioning.has(word))
  );
}

/** "me", "please tell us all" */
const LONGEST_LEAD = 3;

/** "it shows an error when I log in" */
const isSubordinate = (index: number, { tokens }: Utterance, { words: { grammar } }: TenantLanguage): boolean =>
  grammar.conditional.has(tokens[index]?.word ?? '') &&
  tokens[index]?.opensSentence === false &&
  tokens[index]?.opensClause === false;

/** "die Bestellung 1003 bitte stornieren": it names no subject, so it is to be done. */
function endsInVerb(index: number, end: number, utterance: Utterance, language: TenantLanguage): boolean {
  const { infinitive, participle, determiners } = language.words.grammar;
  if (
    infinitive === null ||
    !determiners.has(utterance.tokens[index]?.word ?? '') ||
    tellsLater(index, end, utterance, language)
  )
    return false;
  const verb = utterance.tokens.slice(index, end).findLast(({ word }) => !POLITE_ENDS.has(word))?.word ?? '';
  return infinitive.test(verb) && !participle.test(verb);
}

const POLITE_ENDS: ReadonlySet<string> = new Set(['bitte', 'danke', 'mal', 'jetzt']);

/** "order 1003 is late": a finite verb further on. */
const tellsLater = (
  index: number,
  end: number,
  { tokens }: Utterance,
  { words: { grammar } }: TenantLanguage,
): boolean =>
  tokens
    .slice(index + 1, end)
    .some(({ word }) => grammar.auxiliaries.has(word) || grammar.modals.has(word) || grammar.firstPerson.has(word));

/**
 * A condition, a supposition and a joke reach over their whole sentence; reporting words mark the clauses that they
 * report.
 */
function carried(clauses: readonly Clause[], utterance: Utterance, language: TenantLanguage): readonly Clause[] {
  return clauses.map((clause, place) => {
    const marks = new Set<Mark>(clause.marks);
    const inSentence = clauses.filter(({ sentence }) => sentence === clause.sentence);
    for (const mark of WIDE) if (inSentence.some((other) => other.marks.has(mark))) marks.add(mark);
    if (
      clauses.some(
        (other, at) =>
          at < place &&
          other.sentence === clause.sentence &&
          other.act !== 'courtesy' &&
          saysOnlyNot(other, utterance, language),
      )
    )
      marks.add('negated');
    if (clauses.some((other, at) => isReportedBy(clause, other, at - place, utterance))) marks.add('reported');
    const next = clauses[place + 1];
    if (next && language.words.grammar.alternative.has(utterance.tokens[next.start]?.word ?? ''))
      marks.add('alternative');
    return { ...clause, marks };
  });
}

const WIDE = ['conditional', 'hypothetical', 'joking'] as const;

/** "he said: refund it", "refund it, he said" */
function isReportedBy(clause: Clause, teller: Clause, distance: number, { text, tokens }: Utterance): boolean {
  if (!teller.marks.has('reported') || distance === 0) return false;
  if (distance < 0)
    return (
      teller.sentence === clause.sentence ||
      text.slice(tokens[teller.end - 1]?.end, tokens[teller.end]?.start).includes(':')
    );
  return distance === 1 && teller.sentence === clause.sentence && teller.end - teller.start <= LONGEST_TAG;
}

/** "he said", "says my wife" */
const LONGEST_TAG = 5;
