import type { DataClass } from '@arbiter/contracts';
import { loadRecognisers, recognised, type Recognised } from '@arbiter/models';
import { isWeak, type PrivacyCase } from './case';
import { classOf } from './entity-types';

/** How one kind was recognised. */
export interface KindScore {
  expected: number;
  missed: number;
  /** found where nothing is */
  false: number;
}

/** The output of `npm run eval -- privacy`. */
export interface PrivacyReport {
  readonly rows: number;
  readonly kinds: Readonly<Record<string, KindScore>>;
  /** of cases whose source is unsure itself, counted apart */
  readonly weak: Readonly<Record<string, KindScore>>;
  /** expected values of types that are no kind here */
  readonly not_recognised: Readonly<Record<string, number>>;
  /** of everything that was found in cases that are not weak */
  readonly false_share: number;
}

/**
 * Scores the recognisers: a value is missed unless it is hidden from its first to its last character, as whatever kind.
 */
export async function evaluatePrivacy(
  cases: readonly PrivacyCase[],
  tell: (done: number) => void = () => undefined,
): Promise<PrivacyReport> {
  const recognisers = await loadRecognisers();
  const tally = new Tally();
  for (const [index, one] of cases.entries()) {
    tally.add(one, recognised(one.text, recognisers));
    tell(index + 1);
  }
  return tally.report(cases.length);
}

class Tally {
  private readonly kinds: Record<string, KindScore> = {};
  private readonly weak: Record<string, KindScore> = {};
  private readonly others: Record<string, number> = {};
  private found = 0;

  add(one: PrivacyCase, finds: readonly Recognised[]): void {
    const scores = isWeak(one) ? this.weak : this.kinds;
    for (const span of expectedIn(one)) {
      const kind = classOf(span.type);
      if (kind === null) this.others[span.type] = (this.others[span.type] ?? 0) + 1;
      else this.expect(scores, kind, !isHidden(span, finds));
    }
    for (const find of judged(one, finds)) {
      if (scores === this.kinds) this.found += 1;
      if (isFalse(one, find)) scoreOf(scores, find.dataClass).false += 1;
    }
  }

  report(rows: number): PrivacyReport {
    const falseFinds = Object.values(this.kinds).reduce((sum, score) => sum + score.false, 0);
    return {
      rows,
      kinds: this.kinds,
      weak: this.weak,
      not_recognised: this.others,
      false_share: this.found === 0 ? 0 : Number((falseFinds / this.found).toFixed(4)),
    };
  }

  private expect(scores: Record<string, KindScore>, kind: DataClass, isMissed: boolean): void {
    const score = scoreOf(scores, kind);
    score.expected += 1;
    if (isMissed) score.missed += 1;
  }
}

interface Expected {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const expectedIn = ({ entity_type: type = '', spans, expected_count: count = 0 }: PrivacyCase): readonly Expected[] =>
  spans === null
    ? Array.from({ length: count }, () => ({ type, start: 0, end: 0 }))
    : spans.map((span) => ({ type: span.type ?? type, start: span.start, end: span.end }));

const isHidden = ({ start, end }: Expected, finds: readonly Recognised[]): boolean =>
  finds.some((find) => (end === 0 ? true : find.start <= start && end <= find.end));

/** A case of one kind does not judge the others. */
const judged = ({ entity_type: type }: PrivacyCase, finds: readonly Recognised[]): readonly Recognised[] =>
  type === undefined ? finds : finds.filter(({ dataClass }) => dataClass === classOf(type));

const isFalse = ({ spans, expected_count: count = 0 }: PrivacyCase, { start, end }: Recognised): boolean =>
  spans === null ? count === 0 : !spans.some((span) => start < span.end && span.start < end);

const scoreOf = (scores: Record<string, KindScore>, kind: DataClass): KindScore =>
  (scores[kind] ??= { expected: 0, missed: 0, false: 0 });
