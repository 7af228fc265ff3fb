import { fillSentence, terminal, type ArtifactBundle, type Values } from '@arbiter/contracts';

/**
 * A sentence of the tenant's copy with its placeholders filled in, in the language of the copy (CL-12). Throws when the
 * tenant has no such sentence.
 */
export function renderCopy(bundle: ArtifactBundle, key: string, values: Values = {}): string {
  const text = copyIfThere(bundle, key, values);
  if (text === null)
    throw terminal('unknown_copy', `the tenant's copy has no sentence "${key}"; add it to copy.yaml`, key);
  return text;
}

/** The same of a sentence that a tenant need not have; null when it has none. */
export function copyIfThere(bundle: ArtifactBundle, key: string, values: Values = {}): string | null {
  const sentence = sentenceOf(bundle, key);
  return sentence === undefined ? null : fillSentence(sentence, values, bundle.copy);
}

export const sentenceOf = ({ copy: { sentences } }: ArtifactBundle, key: string): string | undefined =>
  Object.hasOwn(sentences, key) ? sentences[key] : undefined;
