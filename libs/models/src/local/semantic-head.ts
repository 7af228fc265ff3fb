import { cohesionOf } from './cohesion';
import { cosine, type Embedding } from './embedding';
import type { Example, Scores } from './examples';

interface Place {
  readonly examples: readonly Embedding[];
  readonly centre: Embedding;
}

/** Likeness by meaning: half the nearest example, half the middle of them all. */
export class SemanticHead {
  readonly cohesion: Scores;
  private readonly places: ReadonlyMap<string, Place>;

  /** `embeddings` are in the order of `examples`. */
  constructor(examples: readonly Example[], embeddings: readonly Embedding[]) {
    const members = Map.groupBy(embeddings.keys(), (place) => examples[place]!.intent);
    const placeOf = (places: readonly number[]): Place => {
      const own = places.map((place) => embeddings[place]!);
      return { examples: own, centre: centreOf(own) };
    };
    this.places = new Map(Array.from(members, ([intent, places]) => [intent, placeOf(places)]));
    this.cohesion = cohesionOf(examples, (example, others) => likeness(embeddings[example]!, placeOf(others)));
  }

  read(embedding: Embedding): Scores {
    return new Map(Array.from(this.places, ([intent, place]) => [intent, likeness(embedding, place)]));
  }
}

function likeness(embedding: Embedding, { examples, centre }: Place): number {
  let nearest = -1;
  for (const example of examples) nearest = Math.max(nearest, cosine(example, embedding));
  return 0.5 * nearest + 0.5 * cosine(centre, embedding);
}

function centreOf(embeddings: readonly Embedding[]): Embedding {
  const sum = new Float32Array(embeddings[0]?.length ?? 0);
  for (const embedding of embeddings) {
    for (let index = 0; index < sum.length; index += 1) sum[index]! += embedding[index]!;
  }
  const length = Math.sqrt(cosine(sum, sum)) || 1;
  return sum.map((value) => value / length);
}
