import type { Example, Scores } from './examples';

/** A sentence as a point; unit length, so that the dot product of two is their cosine. */
export type Embedding = Float32Array;

interface Place {
  readonly examples: readonly Embedding[];
  readonly centre: Embedding;
}

/** Likeness by meaning: half the nearest example, half the middle of them all. */
export class SemanticHead {
  private readonly places: ReadonlyMap<string, Place>;

  /** `embeddings` stand in the order of `examples`. */
  constructor(examples: readonly Example[], embeddings: readonly Embedding[]) {
    const byIntent = Map.groupBy(examples.map(({ intent }, index) => ({ intent, embedding: embeddings[index]! })), ({ intent }) => intent);
    this.places = new Map(
      Array.from(byIntent, ([intent, members]) => {
        const own = members.map(({ embedding }) => embedding);
        return [intent, { examples: own, centre: centreOf(own) }];
      }),
    );
  }

  read(embedding: Embedding): Scores {
    return new Map(
      Array.from(this.places, ([intent, { examples, centre }]) => {
        const nearest = Math.max(...examples.map((example) => cosine(example, embedding)));
        return [intent, 0.5 * nearest + 0.5 * cosine(centre, embedding)];
      }),
    );
  }
}

function centreOf(embeddings: readonly Embedding[]): Embedding {
  const sum = new Float32Array(embeddings[0]?.length ?? 0);
  for (const embedding of embeddings) embedding.forEach((value, index) => (sum[index]! += value));
  const length = Math.sqrt(cosine(sum, sum)) || 1;
  return sum.map((value) => value / length);
}

function cosine(left: Embedding, right: Embedding): number {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += left[index]! * right[index]!;
  return sum;
}
