import type { Language } from './languages';

/** The rest of a word must be at least this long. */
const SHORTEST = 3;

const known = new WeakMap<
  Language,
  { readonly stems: Map<string, string>; readonly alike: ReadonlyMap<string, string> }
>();
const MOST_REMEMBERED = 20_000;

/**
 * The form in which words are compared: without its ending, and the one of several words for the same deed; every word
 * with a digit is one and the same.
 */
export function stemOf(word: string, language: Language): string {
  const memory = known.get(language) ?? { stems: new Map<string, string>(), alike: alikeIn(language) };
  known.set(language, memory);
  const before = memory.stems.get(word);
  if (before !== undefined) return before;
  const bare = /\p{N}/u.test(word) ? '#' : withoutEnding(word, language);
  const stem = memory.alike.get(bare) ?? bare;
  if (memory.stems.size >= MOST_REMEMBERED) memory.stems.clear();
  memory.stems.set(word, stem);
  return stem;
}

const alikeIn = (language: Language): ReadonlyMap<string, string> =>
  new Map(
    language.alike.flatMap(([first = '', ...others]) =>
      others.map((other) => [withoutEnding(other, language), withoutEnding(first, language)] as const),
    ),
  );

/** "fill" loses its second consonant as well, so that a word has one form with and without an ending. */
const DOUBLED = /(?<=..)([b-df-hj-np-tv-z])\1$/u;

function withoutEnding(word: string, { endings, doublesBeforeEnding }: Language): string {
  const bare = endings.reduce((left, group) => {
    const ending = group.find(
      (one) => left.endsWith(one) && left.length - one.length >= SHORTEST && !(one === 's' && left.endsWith('ss')),
    );
    return ending === undefined ? left : left.slice(0, -ending.length);
  }, word);
  return doublesBeforeEnding ? bare.replace(DOUBLED, '$1') : bare;
}
