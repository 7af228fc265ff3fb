import { terminal, type ArtifactBundle, type Values } from '@arbiter/contracts';
import { valueAt } from './value-path';

/** What is said where a value is missing. */
const NOTHING = '—';

/**
 * A sentence of the tenant's copy with its names in braces filled in (CL-12); a name may be a path (`{args.amount}`).
 * Values are taken as they stand: braces inside them mean nothing. Throws when the tenant has no such sentence.
 */
export function renderCopy(bundle: ArtifactBundle, key: string, values: Values = {}): string {
  const sentence = sentenceOf(bundle, key);
  if (sentence === undefined) throw terminal('unknown_copy', `the tenant's copy has no sentence "${key}"; add it to copy.yaml`, key);
  return fillSentence(sentence, values);
}

export const sentenceOf = ({ copy: { sentences } }: ArtifactBundle, key: string): string | undefined =>
  Object.hasOwn(sentences, key) ? sentences[key] : undefined;

/** `order:{args.orderNumber}` → `order:1002` */
export const fillSentence = (sentence: string, values: Values): string =>
  sentence.replace(/\{([^{}]*)\}/g, (_, name: string) => textOf(valueAt(values, name.split('.'))));

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return NOTHING;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
