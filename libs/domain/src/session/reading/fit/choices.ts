import type { Language } from '../../../language';
import { sharedTable } from '../../../language/phrases';
import { hitsOf, type Utterance } from '../../../language/utterance';
import type { Found } from './found';

/** The choices that the text names. */
export function namedChoicesIn(choices: readonly string[], utterance: Utterance): readonly Found[] {
  const table = sharedTable(Object.fromEntries(choices.map((choice) => [choice, [choice]])));
  return hitsOf(utterance, table).map(({ phrase, index, end }) => ({ value: phrase.list, index, end }));
}

/**
 * In an answer, also the choice that the text names in part, counts, or puts as a number: "the second", "2", "two"
 * where "2" may be chosen.
 */
export function choicesIn(choices: readonly string[], utterance: Utterance, words: Language): readonly Found[] {
  const named = namedChoicesIn(choices, utterance);
  if (named.length > 0) return named;
  const byNumber = (word: string) => choices.find((choice) => choice === String(words.numbers.get(word)));
  const inWords = found(utterance, (word, index) => (isPronoun(utterance, index, words) ? undefined : byNumber(word)));
  if (inWords.length > 0) return inWords;
  const inPart = found(utterance, (word) => (words.neutral.has(word) ? undefined : onlyChoiceWith(word, choices)));
  if (inPart.length > 0) return inPart;
  return found(
    utterance,
    (word) => choices[(words.ordinals.get(word) ?? (/^\d{1,2}$/u.test(word) ? Number(word) : 0)) - 1],
  );
}

/** "the bedroom", where one choice of several is "Bedroom speaker". */
function onlyChoiceWith(word: string, choices: readonly string[]): string | undefined {
  const named = /\p{N}/u.test(word)
    ? []
    : choices.filter((choice) =>
        choice
          .toLowerCase()
          .split(/[^\p{L}\p{N}]+/u)
          .includes(word),
      );
  return named.length === 1 ? named[0] : undefined;
}

/** "that one" counts nothing. */
const isPronoun = ({ tokens }: Utterance, index: number, { pointing, ordinals, numbers }: Language): boolean => {
  const before = tokens[index - 1]?.word ?? '';
  return numbers.get(tokens[index]?.word ?? '') === 1 && (pointing.has(before) || ordinals.has(before));
};

const found = ({ tokens }: Utterance, choose: (word: string, index: number) => string | undefined): readonly Found[] =>
  tokens.flatMap(({ word }, index) => {
    const value = choose(word, index);
    return value === undefined ? [] : [{ value, index, end: index + 1 }];
  });
