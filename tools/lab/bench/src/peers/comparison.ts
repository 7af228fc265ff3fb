import { round } from '../statistics';

/** The results of one system in one round. */
export interface Measured {
  readonly runs_per_second: number;
  readonly p50_ms: number;
  /** of the system's own processes */
  readonly cpu_ms_per_run: number;
}

/** By system, in the order of the rounds. */
export type Rounds = ReadonlyMap<string, readonly Measured[]>;

/** Of an even number of values the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const around = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return around.reduce((sum, value) => sum + value, 0) / around.length;
}

/** The medians of every system. */
export const mediansOf = (rounds: Rounds): Record<string, Measured> =>
  Object.fromEntries(
    [...rounds].map(([name, measured]) => [
      name,
      {
        runs_per_second: round(medianOf(measured.map((one) => one.runs_per_second))),
        p50_ms: round(medianOf(measured.map((one) => one.p50_ms)), 2),
        cpu_ms_per_run: round(medianOf(measured.map((one) => one.cpu_ms_per_run)), 2),
      },
    ]),
  );

/**
 * How many times as many runs a second ours makes as the peer: the median of the rounds' ratios, since the machine
 * slows neighbouring systems in a round alike.
 */
export function ratioOf(rounds: Rounds, ours: string, peer: string): number {
  const theirs = rounds.get(peer) ?? [];
  const ratios = (rounds.get(ours) ?? []).map(
    (measured, index) => measured.runs_per_second / (theirs[index]?.runs_per_second ?? Number.NaN),
  );
  return round(medianOf(ratios), 2);
}
