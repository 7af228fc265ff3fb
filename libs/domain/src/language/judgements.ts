import { grammarTables } from './grammar-tables';
import type { Language } from './languages';
import type { Judging } from './languages/grammar';
import { memoiseEach } from '../memoise';
import type { Token } from './tokens';
import { coveredBy, type Utterance } from './utterance';

/** A clause that judges what was proposed: `tokens[start]` up to, not with, `tokens[end]`. */
export interface Judgement {
  readonly start: number;
  readonly end: number;
  /**
   * `plain`: it takes the proposal ("that works for me"); `praise`: or it is only glad of what was heard ("that's
   * great"); `empty`: it is neither, or waves the proposal away ("it's fine")
   */
  readonly kind: 'plain' | 'praise' | 'empty';
}

/** "that is right", "sounds good to me", "fine with me": made of nothing but the words of judging, in one clause. */
export const judgementsIn = memoiseEach((utterance: Utterance, language: Language): readonly Judgement[] => {
  const { judging, nodding } = { judging: language.grammar.judging, nodding: grammarTables(language).nodding };
  const partial = coveredBy(utterance, grammarTables(language).parties);
  const nods = coveredBy(utterance, nodding);
  const isOf = (index: number) =>
    partial.has(index) || CLASSES.some((name) => judging[name].has(utterance.tokens[index]?.word ?? ''));
  const begins = ({ word }: Token) =>
    (judging.subjects.has(word) || judging.looseSubjects.has(word)) && !judging.degrees.has(word);
  return spansOf(utterance, isOf, begins).flatMap(([from, end]) => {
    const start = headOf(from, end, utterance, judging, nods);
    return judgement(start, end, utterance, judging, partial) ?? [];
  });
});

const CLASSES = [
  'subjects',
  'looseSubjects',
  'copulas',
  'prospective',
  'sensing',
  'suiting',
  'confirming',
  'praising',
  'degrees',
] as const satisfies readonly (keyof Judging)[];

/** Stretches of such words; a subject begins one. */
function spansOf(
  { tokens }: Utterance,
  isOf: (index: number) => boolean,
  begins: (token: Token) => boolean,
): readonly (readonly [number, number])[] {
  const spans: [number, number][] = [];
  for (const [index, token] of tokens.entries()) {
    if (!isOf(index)) continue;
    const last = spans.at(-1);
    if (last?.[1] === index && !token.opensClause && !begins(token)) last[1] = index + 1;
    else spans.push([index, index + 1]);
  }
  return spans;
}

/** "ok that works": the nod before it is none of its words. */
function headOf(
  from: number,
  end: number,
  { tokens }: Utterance,
  { subjects, sensing, suiting }: Judging,
  nods: ReadonlySet<number>,
): number {
  const begins = (index: number) => [subjects, sensing, suiting].some((words) => words.has(tokens[index]?.word ?? ''));
  let start = from;
  while (start + 1 < end && nods.has(start) && begins(start + 1)) start += 1;
  return start;
}

/** The first word and the others tell whether it is a clause at all, and what it says. */
function judgement(
  start: number,
  end: number,
  { tokens }: Utterance,
  judging: Judging,
  parties: ReadonlySet<number>,
): Judgement | null {
  const said = tokens.slice(start, end).map(({ word }) => word);
  const has = (...names: readonly ClassName[]) => names.some((name) => said.some((word) => judging[name].has(word)));
  const begins = (...names: readonly ClassName[]) => names.some((name) => judging[name].has(said[0] ?? ''));
  const isForSomebody = said.some((_, offset) => parties.has(start + offset));
  const isWhole = begins('subjects', 'looseSubjects')
    ? has('copulas', 'prospective', 'sensing', 'suiting')
    : begins('sensing') || (isForSomebody && begins('praising', 'suiting'));
  if (!isWhole) return null;
  const isTaken = isForSomebody || has('confirming');
  if (!has('confirming', 'praising', 'suiting') || (begins('looseSubjects') && !isTaken))
    return { start, end, kind: 'empty' };
  return { start, end, kind: isTaken || has('prospective', 'sensing', 'suiting') ? 'plain' : 'praise' };
}

type ClassName = (typeof CLASSES)[number];
