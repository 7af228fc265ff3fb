import type { EventName } from '@arbiter/contracts';

/**
 * - `equal`: today's rules make the same facts, byte for byte
 * - `changed`: they make others, and the rules are not those that decided then
 * - `differing`: they make others although the rules are the same, or the stream itself is broken
 * - `erased`: it was decided upon values that are gone
 * - `archived`: it was decided upon facts that are archived, and the archive's folder was not named
 */
export type Verdict = 'equal' | 'changed' | 'differing' | 'erased' | 'archived';

/** One decision made again. */
export interface Replayed {
  readonly stream: string;
  /** of its first fact or, where it differs, of the fact that does; null: the stream cannot be read */
  readonly version: number | null;
  readonly verdict: Verdict;
  readonly input: string;
  readonly facts: readonly EventName[];
  /** the difference */
  readonly what: string | null;
}

export interface StreamReport {
  readonly stream: string;
  readonly decisions: readonly Replayed[];
}

/** The totals; the last line of a replay. */
export interface Summary {
  streams: number;
  decisions: number;
  equal: number;
  changed: number;
  differing: number;
  erased: number;
  archived: number;
}

export const emptySummary = (): Summary => ({
  streams: 0,
  decisions: 0,
  equal: 0,
  changed: 0,
  differing: 0,
  erased: 0,
  archived: 0,
});

export function addTo(summary: Summary, { decisions }: StreamReport): void {
  summary.streams += 1;
  summary.decisions += decisions.length;
  for (const { verdict } of decisions) summary[verdict] += 1;
}
