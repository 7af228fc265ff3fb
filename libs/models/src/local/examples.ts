import type { IntentDefinition } from '@arbiter/contracts';
import { normalForm } from './normal-form';

/** One example utterance in normal form, and the intent it is an example of. */
export interface Example {
  readonly intent: string;
  readonly normal: string;
}

export function examplesOf(intents: readonly IntentDefinition[]): readonly Example[] {
  return intents
    .flatMap(({ intent, examples }) => examples.map((example) => ({ intent, normal: normalForm(example) })))
    .filter(({ normal }) => normal !== '');
}

/** How alike a text and the examples of each intent are, by intent: 0 nothing in common, 1 the same. */
export type Scores = ReadonlyMap<string, number>;

/** Both opinions as one: the second counts for `share` of the whole. */
export function blend(first: Scores, second: Scores, share: number): Scores {
  return new Map(
    Array.from(first, ([intent, score]) => [intent, (1 - share) * score + share * (second.get(intent) ?? 0)]),
  );
}
