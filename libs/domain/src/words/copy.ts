import { fillSentence, terminal, type ArtifactBundle, type Values } from '@arbiter/contracts';

/**
 * A sentence of the tenant's copy with its places filled in, in the language of the copy (CL-12). Throws when the tenant has no
 * such sentence.
 */
export function renderCopy(bundle: ArtifactBundle, key: string, values: Values = {}): string {
  const sentence = sentenceOf(bundle, key);
  if (sentence === undefined)
    throw terminal('unknown_copy', `the tenant's copy has no sentence "${key}"; add it to copy.yaml`, key);
  return fillSentence(sentence, values, bundle.copy);
}

export const sentenceOf = ({ copy: { sentences } }: ArtifactBundle, key: string): string | undefined =>
  Object.hasOwn(sentences, key) ? sentences[key] : undefined;
