import {
  fillSentence,
  ownPlacesOf,
  ownPlacesOfQuestion,
  terminal,
  type ArtifactBundle,
  type Values,
} from '@arbiter/contracts';

/**
 * A sentence of the tenant's copy with its placeholders filled in, in the language of the copy (CL-12). Throws when the
 * tenant has no such sentence.
 */
export function renderCopy(bundle: ArtifactBundle, key: string, values: Values = {}): string {
  return filled(bundle, key, requiredSentence(bundle, key), values);
}

/** The same of a sentence that a tenant need not have; null when it has none. */
export function copyIfThere(bundle: ArtifactBundle, key: string, values: Values = {}): string | null {
  const sentence = sentenceOf(bundle, key);
  return sentence === undefined ? null : filled(bundle, key, sentence, values);
}

const filled = ({ copy }: ArtifactBundle, key: string, sentence: string, values: Values): string =>
  fillSentence(sentence, values, copy, { own: ownPlacesOf(key, values) });

/** A question whose yes agrees to the values in it, which are shown whole. */
export const renderQuestion = (bundle: ArtifactBundle, key: string, values: Values): string =>
  fillSentence(requiredSentence(bundle, key), values, bundle.copy, { own: ownPlacesOfQuestion, isAsked: true });

function requiredSentence(bundle: ArtifactBundle, key: string): string {
  const sentence = sentenceOf(bundle, key);
  if (sentence === undefined)
    throw terminal('unknown_copy', `the tenant's copy has no sentence "${key}"; add it to copy.yaml`, key);
  return sentence;
}

export const sentenceOf = ({ copy: { sentences } }: ArtifactBundle, key: string): string | undefined =>
  Object.hasOwn(sentences, key) ? sentences[key] : undefined;
