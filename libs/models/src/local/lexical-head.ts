import { cohesionOf } from './cohesion';
import type { Example, Scores } from './examples';
import { featuresOf } from './features';

/** The most alike example counts most, a second one like it makes surer. */
const BEST_SHARE = 0.7;
/** As good as the same words, and no other intent near: settled without asking another head. */
const SURE_SCORE = 0.75;
const SURE_MARGIN = 0.3;

interface Posting {
  readonly example: number;
  readonly weight: number;
}

/**
 * Likeness by words and letters: TF-IDF cosines over an inverted index of the examples; some ten microseconds a text.
 */
export class LexicalHead {
  private readonly intents: readonly string[];
  private readonly postings = new Map<number, Posting[]>();
  private readonly rarity = new Map<number, number>();
  private readonly unseen: number;
  private readonly exact = new Map<string, string | null>();

  constructor(private readonly examples: readonly Example[]) {
    this.intents = [...new Set(examples.map(({ intent }) => intent))];
    this.unseen = Math.log(1 + 2 * this.intents.length);
    this.weighFeatures();
    examples.forEach(({ intent, normal }, example) => {
      this.exact.set(normal, (this.exact.get(normal) ?? intent) === intent ? intent : null);
      for (const [feature, weight] of this.vectorOf(normal)) this.postingsOf(feature).push({ example, weight });
    });
  }

  /** Each intent's likeness, and the one intent that is certain without any further reading, if there is one. */
  read(normal: string): { readonly scores: Scores; readonly certain: string | null } {
    const best = new Map(this.intents.map((intent) => [intent, { first: 0, second: 0 }]));
    this.likenesses(normal).forEach((likeness, example) => {
      const top = best.get(this.examples[example]!.intent)!;
      if (likeness > top.first) Object.assign(top, { first: likeness, second: top.first });
      else if (likeness > top.second) top.second = likeness;
    });
    const scores = new Map(Array.from(best, ([intent, { first, second }]) => [intent, likenessOf(first, second)]));
    const exact = this.exact.get(normal);
    if (exact !== undefined) return { scores, certain: exact };
    const order = Array.from(best, ([intent, { first }]) => ({ intent, first })).sort(
      (left, right) => right.first - left.first,
    );
    const [leader, runnerUp] = order;
    const certain = leader && leader.first >= SURE_SCORE && leader.first - (runnerUp?.first ?? 0) >= SURE_MARGIN;
    return { scores, certain: certain ? leader.intent : null };
  }

  /** How alike the examples of each intent are to each other. */
  cohesion(): Scores {
    const vectors = this.examples.map(({ normal }) => new Map(this.vectorOf(normal)));
    return cohesionOf(this.examples, (example, others) => {
      const [first = 0, second = 0] = others
        .map((other) => product(vectors[example]!, vectors[other]!))
        .sort((left, right) => right - left);
      return likenessOf(first, second);
    });
  }

  private likenesses(normal: string): Float64Array {
    const sums = new Float64Array(this.examples.length);
    for (const [feature, weight] of this.vectorOf(normal)) {
      for (const posting of this.postings.get(feature) ?? []) sums[posting.example]! += weight * posting.weight;
    }
    return sums;
  }

  /** A feature that few intents have weighs more. */
  private weighFeatures(): void {
    const known = new Map<number, Set<string>>();
    for (const { intent, normal } of this.examples) {
      for (const feature of featuresOf(normal).keys())
        known.set(feature, (known.get(feature) ?? new Set()).add(intent));
    }
    for (const [feature, { size }] of known) this.rarity.set(feature, Math.log(1 + this.intents.length / size));
  }

  private vectorOf(normal: string): readonly (readonly [number, number])[] {
    const weighted = Array.from(
      featuresOf(normal),
      ([feature, weight]) => [feature, weight * (this.rarity.get(feature) ?? this.unseen)] as const,
    );
    const length = Math.hypot(...weighted.map(([, weight]) => weight)) || 1;
    return weighted.map(([feature, weight]) => [feature, weight / length]);
  }

  private postingsOf(feature: number): Posting[] {
    const found = this.postings.get(feature) ?? [];
    this.postings.set(feature, found);
    return found;
  }
}

const likenessOf = (first: number, second: number): number => BEST_SHARE * first + (1 - BEST_SHARE) * second;

function product(left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [feature, weight] of left) sum += weight * (right.get(feature) ?? 0);
  return sum;
}
