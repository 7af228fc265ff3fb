import { LANGUAGES, type Language } from '../languages';
import { spelled, tokensOf } from '../tokens';

/** By language: the words of its closed classes that no other language of the platform has among its own. */
export const TELLING_WORDS: ReadonlyMap<string, ReadonlySet<string>> = tellingWords(LANGUAGES);

function tellingWords(languages: readonly Language[]): ReadonlyMap<string, ReadonlySet<string>> {
  const own = languages.map((language) => [language.name, closedWords(language)] as const);
  return new Map(
    own.map(([name, words]) => [
      name,
      new Set([...words].filter((word) => own.every(([other, others]) => other === name || !others.has(word)))),
    ]),
  );
}

/**
 * The words that hardly any sentence does without, and those of courtesy; names of things and deeds are not among them.
 */
function closedWords({ grammar, neutral, negating, asking, filler, yes, no, nudge }: Language): ReadonlySet<string> {
  const sets = [
    grammar.firstPerson,
    grammar.subjects,
    grammar.determiners,
    grammar.indefinite,
    grammar.auxiliaries,
    grammar.modals,
    grammar.questioning,
    grammar.subordinating,
    grammar.coordinating,
    grammar.negating,
    grammar.filling,
    neutral,
    negating,
    asking,
  ];
  const said = [
    ...grammar.polite,
    ...grammar.wanting,
    ...grammar.addressing,
    ...yes,
    ...no,
    ...nudge,
    ...Object.values(filler).flat(),
  ];
  return new Set([
    ...sets.flatMap((set) => [...set]),
    ...said.flatMap((phrase) => tokensOf(spelled(phrase)).map(({ word }) => word)),
  ]);
}
