import type { Tagged } from '@arbiter/contracts';
import { SHORTEST_GUESSED } from './known-words';
import { memoise, memoiseEach } from '../memoise';
import { stemOf } from './stems';
import type { TenantLanguage } from './tenant-language';
import type { Token } from './tokens';
import { LONGEST_READ, utteranceOf, utteranceWith, type Utterance } from './utterance';

/**
 * A text as the person means it: the spellings of chats ("plz", "yesss") become the words they stand for, and a slip in
 * a word of this tenant becomes a guess. Every step of a turn reads the same text: the latest few are kept, with all
 * their readings.
 */
export function heard(text: string, language: TenantLanguage, personal: readonly Tagged[] = NOTHING): Utterance {
  const latest = latestHeard(language);
  const known = latest.get(text);
  if (known?.personal === personal) return known;
  const utterance = respelled(utteranceOf(text, personal), language);
  if (latest.size >= MOST_KEPT) latest.clear();
  latest.set(text, utterance);
  return utterance;
}

const NOTHING: readonly Tagged[] = [];
const MOST_KEPT = 4;
const latestHeard = memoise<TenantLanguage, Map<string, Utterance>>(() => new Map());

export const respelled = memoiseEach((utterance: Utterance, language: TenantLanguage): Utterance => {
  const tokens = utterance.tokens.map((token, index) =>
    index < LONGEST_READ ? respelledToken(token, language) : token,
  );
  return tokens.some((token, index) => token !== utterance.tokens[index])
    ? utteranceWith(utterance.text, tokens, utterance.personal)
    : utterance;
});

function respelledToken(token: Token, language: TenantLanguage): Token {
  const { words, vocabulary } = language;
  const short = words.grammar.spellings.get(token.word);
  if (short !== undefined) return { ...token, word: short };
  if (vocabulary.known.has(token.word) || /\p{N}/u.test(token.word)) return token;
  const calm = token.word.replace(/(\p{L})\1{2,}/gu, '$1');
  if (calm !== token.word) return { ...token, word: words.grammar.spellings.get(calm) ?? calm };
  if (token.word.length < SHORTEST_GUESSED - 1 || vocabulary.knownStems.has(stemOf(token.word, words))) return token;
  const meant = vocabulary.guessed.find((word) => word[0] === token.word[0] && isOneSlipApart(token.word, word));
  return meant === undefined ? token : { ...token, word: meant, isGuessed: true };
}

/** One letter more, one less, one wrong, or two swapped. */
export function isOneSlipApart(said: string, meant: string): boolean {
  if (Math.abs(said.length - meant.length) > 1 || said === meant) return false;
  let start = 0;
  while (start < said.length && said[start] === meant[start]) start += 1;
  const [left, right] = [said.slice(start), meant.slice(start)];
  if (left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)) return true;
  return (
    left.length === right.length && left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  );
}
