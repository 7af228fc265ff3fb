import type { IntentDefinition } from '@arbiter/contracts';
import { normalForm } from './normal-form';

const REFUSED_VERB = /(?<![^ ])(?:dont|do not|never|didnt|did not|wouldnt|would not) (?:ever |really )?(\p{L}+)/gu;
const WISHES: ReadonlySet<string> = new Set(['want', 'need', 'wish', 'like', 'mind', 'bother']);

/**
 * Whether the text asks for the intent not to happen: "don't refund order 1003" is as like its examples as "refund
 * order 1003". It refuses a wish, or the very verb an example begins with; "I don't see my parcel" does neither. A
 * refusal in an example itself ("I do not want to chat with a bot") is part of the intent.
 */
export function refuses(normal: string, { examples }: IntentDefinition): boolean {
  const refused = refusedVerbs(normal);
  if (refused.length === 0) return false;
  const normals = examples.map((example) => normalForm(example));
  const own = new Set(normals.flatMap(refusedVerbs));
  const verbs = new Set(normals.map((example) => example.split(' ')[0] as string));
  return refused.some((verb) => !own.has(verb) && (WISHES.has(verb) || verbs.has(verb)));
}

const refusedVerbs = (normal: string): readonly string[] =>
  Array.from(normal.matchAll(REFUSED_VERB), ([, verb]) => verb as string);
