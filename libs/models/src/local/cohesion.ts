import type { Example, Scores } from './examples';

/**
 * Of most intents, by words and meaning; a few examples, often one sentence varied, say little else: as though there
 * were so many more.
 */
const USUAL = { cohesion: 0.6, examples: 3 } as const;

/**
 * How alike a text that has an intent is to the examples of that intent, by intent: the mean over its examples, each
 * compared with the others as a new text would be. A text that scores 0.5 belongs to an intent whose own examples score
 * 0.5 with each other, and hardly to one whose examples score 0.8: so the bundle itself says how strictly to judge.
 *
 * `likeness(example, others)` compares by place in `examples`; examples that differ in nothing are one.
 */
export function cohesionOf(
  examples: readonly Example[],
  likeness: (example: number, others: readonly number[]) => number,
): Scores {
  const places = [...new Map(examples.map(({ intent, normal }, place) => [`${intent} ${normal}`, place])).values()];
  const members = Map.groupBy(places, (place) => examples[place]!.intent);
  return new Map(
    Array.from(members, ([intent, all]) => {
      const likenesses =
        all.length < 2
          ? []
          : all.map((place) =>
              likeness(
                place,
                all.filter((other) => other !== place),
              ),
            );
      return [intent, (sumOf(likenesses) + USUAL.examples * USUAL.cohesion) / (likenesses.length + USUAL.examples)];
    }),
  );
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
