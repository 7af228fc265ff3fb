import type { IntentDefinition } from '@arbiter/contracts';
import type { Language } from './languages';
import { memoiseEach } from '../memoise';
import { stemOf } from './stems';
import { contentOf, utteranceOf, type Utterance } from './utterance';

interface Example {
  readonly intent: string;
  readonly negates: boolean;
  /** of all its words together */
  readonly weight: number;
}

/** The words of the tenant's intents: their examples and their names, each word weighed by how few intents use it. */
export interface RequestMatcher {
  readonly language: Language;
  readonly intents: readonly string[];
  readonly examples: readonly Example[];
  /** by word: the examples that have it, by their place */
  readonly examplesWith: ReadonlyMap<string, readonly number[]>;
  /** by word: the intents whose examples, name, description or slots contain it */
  readonly intentsWith: ReadonlyMap<string, readonly string[]>;
  readonly weights: ReadonlyMap<string, number>;
  /** the weight of a word that no example has */
  readonly unknownWeight: number;
  /** the examples that only words of asking tell apart, by all of their words */
  readonly wordings: readonly { readonly intent: string; readonly wording: ReadonlySet<string> }[];
  /** words that begin an example */
  readonly openings: ReadonlySet<string>;
}

/** The share of weight that text and example have in common (Dice), and how far the next intent must stay behind. */
const LEAST_SIMILARITY = 0.6;
const LEAST_MARGIN = 0.15;

export function requestMatcher(intents: readonly IntentDefinition[], language: Language): RequestMatcher {
  const read = (text: string) => featuresOf(utteranceOf(text), language);
  const examples = intents.flatMap(({ intent, examples: own }) =>
    [...own, intent.replaceAll('_', ' ')].map((text) => ({ intent, features: read(text) })),
  );
  const intentsWith = grouped(
    intents.flatMap((one) =>
      [...new Set(textsOf(one).flatMap((text) => [...read(text)]))].map((word) => [word, one.intent] as const),
    ),
  );
  const weights = new Map(
    Array.from(intentsWith, ([word, users]) => [word, Math.log(1 + intents.length / users.length)]),
  );
  const unknownWeight = Math.log(1 + intents.length);
  const weigh = (features: ReadonlySet<string>) => weightOf(features, weights, unknownWeight);
  return {
    language,
    intents: intents.map(({ intent }) => intent),
    examples: examples.map(({ intent, features }) => ({
      intent,
      negates: negates(features, language),
      weight: weigh(features),
    })),
    examplesWith: grouped(
      examples.flatMap(({ features }, place) => [...features].map((word) => [word, place] as const)),
    ),
    intentsWith,
    weights,
    unknownWeight,
    wordings: intents.flatMap(({ intent, examples: own }) =>
      own
        .map((example) => utteranceOf(example))
        .filter((utterance) => onlyAsks(featuresOf(utterance, language), language))
        .map((utterance) => ({ intent, wording: wordingOf(utterance, language) })),
    ),
    openings: new Set(
      intents.flatMap(({ examples: own }) => own.map((example) => utteranceOf(example).tokens[0]?.word ?? '')),
    ),
  };
}

/** Everything that is written about an intent. */
const textsOf = ({ intent, description, examples, slots }: IntentDefinition): readonly string[] => [
  ...examples,
  intent.replaceAll('_', ' '),
  description,
  ...slots.flatMap(({ name, choices = [] }) => [name.replace(/([a-z])([A-Z])/gu, '$1 $2'), ...choices]),
];

function grouped<Value>(pairs: readonly (readonly [string, Value])[]): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Words that say something, in the form in which they are compared. */
export const featuresOf = memoiseEach(
  (utterance: Utterance, language: Language): ReadonlySet<string> =>
    new Set(contentOf(utterance, language).map((index) => stemOf(utterance.tokens[index]?.word ?? '', language))),
);

const negates = (features: ReadonlySet<string>, { negating }: Language): boolean =>
  [...features].some((feature) => negating.has(feature));

function weightOf(features: Iterable<string>, weights: ReadonlyMap<string, number>, unknownWeight: number): number {
  let sum = 0;
  for (const feature of features) sum += weights.get(feature) ?? unknownWeight;
  return sum;
}

/** The one intent whose examples the text is close to, clearly closer than to any other; null when code cannot tell. */
export function matchRequest(matcher: RequestMatcher, utterance: Utterance): string | null {
  const [best, next] = closest(utterance, matcher);
  if (!best || best.similarity < LEAST_SIMILARITY) return null;
  return best.similarity - (next?.similarity ?? 0) >= LEAST_MARGIN ? best.intent : null;
}

/**
 * The two intents closest to the text. A text that negates is never like an example that does not: "don't refund order
 * 1003" is no wish for a refund.
 */
const closest = memoiseEach((utterance: Utterance, matcher: RequestMatcher) => {
  const features = featuresOf(utterance, matcher.language);
  if (onlyAsks(features, matcher.language)) return closestWording(utterance, matcher);
  const common = new Map<number, number>();
  for (const feature of features) {
    const weight = matcher.weights.get(feature) ?? matcher.unknownWeight;
    for (const place of matcher.examplesWith.get(feature) ?? []) common.set(place, (common.get(place) ?? 0) + weight);
  }
  const isNegated = negates(features, matcher.language);
  const whole = weightOf(features, matcher.weights, matcher.unknownWeight);
  const similarities = new Map<string, number>();
  for (const [place, weight] of common) {
    const example = matcher.examples[place] as Example;
    if (example.negates !== isNegated) continue;
    const similarity = (2 * weight) / (whole + example.weight);
    if (similarity > (similarities.get(example.intent) ?? 0)) similarities.set(example.intent, similarity);
  }
  return ranked(similarities);
});

/** "what?": words of asking alone say nothing that an intent could be told by. */
const onlyAsks = (features: ReadonlySet<string>, { asking }: Language): boolean =>
  [...features].every((feature) => asking.has(feature));

/** Such a text is like an example only in its wording: "what was in it?" */
function closestWording(utterance: Utterance, { language, wordings }: RequestMatcher) {
  const said = wordingOf(utterance, language);
  const similarities = new Map<string, number>();
  for (const { intent, wording } of wordings) {
    const common = [...wording].filter((word) => said.has(word)).length;
    const similarity = (2 * common) / (said.size + wording.size);
    if (similarity > (similarities.get(intent) ?? 0)) similarities.set(intent, similarity);
  }
  return ranked(similarities);
}

const wordingOf = ({ tokens }: Utterance, language: Language): ReadonlySet<string> =>
  new Set(tokens.map(({ word }) => stemOf(word, language)));

const ranked = (similarities: ReadonlyMap<string, number>) =>
  Array.from(similarities, ([intent, similarity]) => ({ intent, similarity }))
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, 2);

/** The share of these words, by weight, that each intent has too; intents without any of them are left out. */
export function aboutIntents(
  features: Iterable<string>,
  { intentsWith, weights }: RequestMatcher,
): ReadonlyMap<string, number> {
  const about = new Map<string, number>();
  for (const feature of features) {
    for (const intent of intentsWith.get(feature) ?? [])
      about.set(intent, (about.get(intent) ?? 0) + (weights.get(feature) ?? 0));
  }
  return about;
}

/** The words of a text that begin a question, a wish or an example of an intent. */
export const opensRequest = (word: string, { openings, language }: RequestMatcher): boolean =>
  language.requesting.has(word) || openings.has(word);

/** It is a request by itself: it is like an intent, or begins like a request and has more than one content word. */
export function isRequest(utterance: Utterance, matcher: RequestMatcher): boolean {
  const content = contentOf(utterance, matcher.language);
  const first = utterance.tokens[content[0] ?? 0]?.word ?? '';
  return (content.length > 1 && opensRequest(first, matcher)) || matchRequest(matcher, utterance) !== null;
}
