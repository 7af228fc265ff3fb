import { spelled, tokensOf, type Token } from './tokens';

/** A phrase of a lexicon; `list` names the list it is from (for a filler, the copy key of its reply). */
export interface Phrase {
  readonly text: string;
  readonly words: readonly string[];
  readonly list: string;
  /** only with a question mark after it: the same words without one say something else, or nothing ("hello?", "so?") */
  readonly asking: boolean;
}

/** Word after word of the phrases that begin alike; the phrases that end here, the ones that come first in front. */
interface PhraseNode {
  readonly next: Map<string, PhraseNode>;
  readonly phrases: Phrase[];
}

/** Phrases by their words, and those without a word ("?") by their marks. */
export interface PhraseTable {
  readonly byWords: PhraseNode;
  readonly byMarks: ReadonlyMap<string, Phrase>;
}

/** The place of a phrase: `tokens[index]` up to, not with, `tokens[end]`. */
export interface Hit {
  readonly phrase: Phrase;
  readonly index: number;
  readonly end: number;
}

/** `"???"` and `"? ?"` are `"?"`. */
export const marksOf = (text: string): string => text.replace(/\s+/gu, '').replace(/(.)\1+/gu, '$1');

type Lists = Readonly<Record<string, readonly string[]>>;

/**
 * `added` comes before the same phrase of `lists`, so a tenant may give a phrase its own meaning. `isAmbiguous` tells
 * for which words a phrase with a question mark counts only with the mark.
 */
export function phraseTable(
  lists: Lists,
  added: Lists = {},
  isAmbiguous: (words: readonly string[]) => boolean = () => false,
): PhraseTable {
  const byWords: PhraseNode = { next: new Map(), phrases: [] };
  const byMarks = new Map<string, Phrase>();
  for (const [list, texts] of [...Object.entries(added), ...Object.entries(lists)]) {
    for (const text of texts) {
      const words = tokensOf(spelled(text)).map((token) => token.word);
      const asking = text.trim().endsWith('?') && isAmbiguous(words);
      if (words.length === 0)
        byMarks.set(marksOf(text), byMarks.get(marksOf(text)) ?? { text, words, list, asking: false });
      for (const spelling of spellingsOf(words))
        nodeFor(byWords, spelling).phrases.push({ text, words: spelling, list, asking });
    }
  }
  return { byWords, byMarks };
}

const tables = new Map<string, PhraseTable>();
const MOST_TABLES = 500;

/**
 * The table of phrases that a question brings along, its cues or its choices: questions that bring the same share one,
 * and a text is read with it once.
 */
export function sharedTable(lists: Lists): PhraseTable {
  const key = JSON.stringify(lists);
  const known = tables.get(key);
  if (known) return known;
  const table = phraseTable(lists);
  if (tables.size >= MOST_TABLES) tables.clear();
  tables.set(key, table);
  return table;
}

function nodeFor(root: PhraseNode, words: readonly string[]): PhraseNode {
  let node = root;
  for (const word of words) {
    const next = node.next.get(word) ?? { next: new Map(), phrases: [] };
    node.next.set(word, next);
    node = next;
  }
  return node;
}

/** "that's" is written "thats" as well; without their apostrophe "we'll" and "i'd" would be other words. */
function spellingsOf(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length === 0) return [];
  const hasty = words.map((word) => (/'(?:s|t|m|re|ve)$/u.test(word) ? word.replace("'", '') : word));
  return hasty.join(' ') === words.join(' ') ? [words] : [words, hasty];
}

/** The table has exactly this phrase. */
export function holds({ byWords }: PhraseTable, words: readonly string[]): boolean {
  let node: PhraseNode | undefined = byWords;
  for (const word of words) node = node?.next.get(word);
  return (node?.phrases.length ?? 0) > 0;
}

/** The longest phrase that begins at `index`; words in quotation marks are none. */
export function phraseAt(table: PhraseTable, text: string, tokens: readonly Token[], index: number): Hit | null {
  let longest: Hit | null = null;
  let node: PhraseNode | undefined = table.byWords;
  for (let end = index; end < tokens.length;) {
    const token = tokens[end] as Token;
    node = token.quoted ? undefined : node.next.get(token.word);
    if (!node) break;
    end += 1;
    const ending = end;
    const phrase = node.phrases.find(({ asking }) => !asking || isAsked(text, tokens, ending));
    if (phrase) longest = { phrase, index, end };
  }
  return longest;
}

const isAsked = (text: string, tokens: readonly Token[], end: number): boolean =>
  text.slice(tokens[end - 1]?.end, tokens[end]?.start).includes('?');

/** Every phrase of the table in the text, from left to right, none inside another. */
export function phrasesIn(table: PhraseTable, text: string, tokens: readonly Token[]): readonly Hit[] {
  const hits: Hit[] = [];
  for (let index = 0; index < tokens.length;) {
    const hit = phraseAt(table, text, tokens, index);
    if (hit) hits.push(hit);
    index = hit ? hit.end : index + 1;
  }
  return hits;
}
