import { FUNCTION_WORDS } from './function-words';

const GRAM = 4;
const WEIGHT = { word: 1, pair: 0.7, gram: 0.35 } as const;
const FUNCTION_WORD_WEIGHT = 0.25;

/** The features of a text in normal form: hashed words, neighbouring words and letter groups, each with its weight. */
export function featuresOf(normal: string): ReadonlyMap<number, number> {
  const features = new Map<number, number>();
  const words = normal.split(' ').filter((word) => word !== '');
  words.forEach((word, index) => {
    const light = FUNCTION_WORDS.has(word);
    features.set(hash(`w${word}`), WEIGHT.word * (light ? FUNCTION_WORD_WEIGHT : 1));
    const previous = words[index - 1];
    if (previous !== undefined) {
      features.set(
        hash(`p${previous} ${word}`),
        WEIGHT.pair * (light && FUNCTION_WORDS.has(previous) ? FUNCTION_WORD_WEIGHT : 1),
      );
    }
    for (const gram of gramsOf(word)) features.set(hash(`g${gram}`), WEIGHT.gram);
  });
  return features;
}

/** Letter groups of the words long enough to have endings and typing mistakes. */
function gramsOf(word: string): readonly string[] {
  if (word.length < GRAM) return [];
  const marked = `^${word}$`;
  return Array.from({ length: marked.length - GRAM + 1 }, (_, start) => marked.slice(start, start + GRAM));
}

/** 32-bit FNV-1a: a number is cheaper to look up than a text. */
function hash(feature: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < feature.length; index += 1)
    value = Math.imul(value ^ feature.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
