import type { IntentDefinition } from '@arbiter/contracts';
import type { LanguageWords } from './language-words';
import { contentOf, utteranceOf, type Utterance } from './utterance';

/** What the tenant's intents look like in words: their examples and their names, each word weighed by how few intents use it. */
export interface RequestMatcher {
  readonly intents: readonly { readonly intent: string; readonly examples: readonly ReadonlySet<string>[] }[];
  readonly weights: ReadonlyMap<string, number>;
  /** the weight of a word that no example has */
  readonly unknownWeight: number;
  /** words that begin an example */
  readonly openings: ReadonlySet<string>;
}

/** The share of weight that text and example have in common (Dice), and how far the next intent must stay behind. */
const LEAST_SIMILARITY = 0.6;
const LEAST_MARGIN = 0.15;

export function requestMatcher(intents: readonly IntentDefinition[], words: LanguageWords): RequestMatcher {
  const read = intents.map(({ intent, examples }) => ({
    intent,
    examples: [...examples, intent.replaceAll('_', ' ')].map((example) => featuresOf(utteranceOf(example), words)),
  }));
  const intentsWith = new Map<string, number>();
  for (const { examples } of read) {
    for (const word of new Set(examples.flatMap((example) => [...example]))) intentsWith.set(word, (intentsWith.get(word) ?? 0) + 1);
  }
  const weights = new Map(Array.from(intentsWith, ([word, count]) => [word, Math.log(1 + read.length / count)]));
  const openings = new Set(intents.flatMap(({ examples }) => examples.map((example) => utteranceOf(example).tokens[0]?.word ?? '')));
  return { intents: read, weights, unknownWeight: Math.log(1 + read.length), openings };
}

/** Words that say something, without their plural; every word with a digit is one and the same. */
function featuresOf(utterance: Utterance, words: LanguageWords): ReadonlySet<string> {
  const features = contentOf(utterance, words).map((index) => {
    const { word } = utterance.tokens[index] as { word: string };
    if (/\p{N}/u.test(word)) return '#';
    return word.length > 3 ? word.replace(/'?s$/u, '') : word;
  });
  return new Set(features);
}

/** The one intent whose examples the text is close to, clearly closer than to any other; null when code cannot tell. */
export function matchRequest(matcher: RequestMatcher, utterance: Utterance, words: LanguageWords): string | null {
  const features = featuresOf(utterance, words);
  if (features.size === 0) return null;
  const [best, next] = matcher.intents
    .map(({ intent, examples }) => ({ intent, similarity: Math.max(...examples.map((example) => similarity(matcher, features, example, words))) }))
    .sort((one, other) => other.similarity - one.similarity);
  if (!best || best.similarity < LEAST_SIMILARITY) return null;
  return best.similarity - (next?.similarity ?? 0) >= LEAST_MARGIN ? best.intent : null;
}

/** A text that negates is never like an example that does not: "don't refund order 1003" is no wish for a refund. */
function similarity(matcher: RequestMatcher, text: ReadonlySet<string>, example: ReadonlySet<string>, words: LanguageWords): number {
  const negates = (features: ReadonlySet<string>) => [...features].some((feature) => words.negating.has(feature));
  if (negates(text) !== negates(example)) return 0;
  const weigh = (features: Iterable<string>) => {
    let sum = 0;
    for (const feature of features) sum += matcher.weights.get(feature) ?? matcher.unknownWeight;
    return sum;
  };
  return (2 * weigh([...text].filter((feature) => example.has(feature)))) / (weigh(text) + weigh(example));
}

/** The words of a text that begin a question, a wish or an example of an intent. */
export const opensRequest = (word: string, matcher: RequestMatcher, words: LanguageWords): boolean =>
  words.requesting.has(word) || matcher.openings.has(word);

/** It asks for something of its own: it is like an intent, or begins like a request and says more than one thing. */
export function isRequest(utterance: Utterance, matcher: RequestMatcher, words: LanguageWords): boolean {
  const content = contentOf(utterance, words);
  const first = utterance.tokens[content[0] ?? 0]?.word ?? '';
  return (content.length > 1 && opensRequest(first, matcher, words)) || matchRequest(matcher, utterance, words) !== null;
}
