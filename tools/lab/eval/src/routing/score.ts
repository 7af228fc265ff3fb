import type { RoutingCategory } from '@arbiter/contracts';

/** A scored turn: the session's category, and every category that is right. */
export interface Judged {
  readonly predicted: RoutingCategory;
  readonly expected: readonly RoutingCategory[];
}

export type Confusion = Partial<Record<RoutingCategory, Partial<Record<RoutingCategory, number>>>>;

/**
 * A turn with several right categories counts as the one that was predicted if that is among them, else as the first.
 */
const truthOf = ({ predicted, expected }: Judged): RoutingCategory =>
  expected.includes(predicted) ? predicted : (expected[0] as RoutingCategory);

/** By the right category, then by the predicted one. */
export function confusionOf(judged: readonly Judged[]): Confusion {
  const confusion: Confusion = {};
  for (const one of judged) {
    const row = (confusion[truthOf(one)] ??= {});
    row[one.predicted] = (row[one.predicted] ?? 0) + 1;
  }
  return confusion;
}

/** The mean of the F1 of every category that is right for some turn; 0 without any turn. */
export function macroF1(confusion: Confusion): number {
  const present = Object.keys(confusion) as RoutingCategory[];
  const total = (counts: readonly (number | undefined)[]) =>
    counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const scores = present.map((category) => {
    const hits = confusion[category]?.[category] ?? 0;
    const actual = total(Object.values(confusion[category] ?? {}));
    const predicted = total(Object.values(confusion).map((row) => row[category]));
    return (2 * hits) / (actual + predicted);
  });
  return share(
    scores.reduce((sum, score) => sum + score, 0),
    present.length,
  );
}

/** Rounded to four places; 0 of nothing is 0. */
export const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 10_000;
export const shareOf = <T>(all: readonly T[], holds: (one: T) => boolean): number =>
  share(all.filter(holds).length, all.length);
