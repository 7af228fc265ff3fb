import { clausesOf } from './clauses';
import type { Language } from './languages';
import { memoise } from '../memoise';
import { phraseTable, type PhraseTable } from './phrases';
import type { TenantLanguage } from './tenant-language';
import { hitsOf, type Utterance } from './utterance';

const table = memoise(({ selfHarm }: Language): PhraseTable => phraseTable({ selfHarm }));

/** "I do not want to die": so many words before the phrase may deny it. */
const DENIAL = 2;

/**
 * The writer speaks of ending their own life or of harming themselves on purpose: in their own person, neither quoted
 * nor denied. "This wait is killing me" says nothing of the kind.
 */
export function speaksOfSelfHarm(utterance: Utterance, language: TenantLanguage): boolean {
  const { words } = language;
  const isOwn = (word: string) => words.grammar.firstPerson.has(word) || words.selves.has(word);
  const isDenied = (index: number, phrase: readonly string[]) =>
    !phrase.some((word) => words.negating.has(word)) &&
    utterance.tokens.slice(Math.max(0, index - DENIAL), index).some(({ word }) => words.negating.has(word));
  return hitsOf(utterance, table(words)).some(({ index, end, phrase }) => {
    const clause = clausesOf(utterance, language).find((one) => one.start <= index && index < one.end);
    const said = utterance.tokens.slice(clause?.start ?? 0, Math.max(end, clause?.end ?? 0));
    return said.some(({ word }) => isOwn(word)) && !isDenied(index, phrase.words);
  });
}
