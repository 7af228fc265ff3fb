import type { Spell } from '../disturbances/disturb';
import type { RunRow } from './evidence';

/** Milliseconds. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

export interface Lateness {
  readonly all: Percentiles;
  /** of requests received and answered without a disturbance then or a moment before */
  readonly calm: Percentiles;
}

export interface Recovery {
  readonly name: string;
  readonly heldMs: number;
  /** from the end of the disturbance until every service took work again; null: not in time */
  readonly readyMs: number | null;
  /**
   * how many runs were in flight when it ended, and when after the services were ready the last of them was done; null:
   * none
   */
  readonly inFlight: number;
  readonly doneAfterReadyMs: number | null;
}

/** How long after everything was ready some work may still be catching up. */
const AFTERMATH_MILLISECONDS = 5_000;

type Answered = RunRow & { readonly receivedAt: number; readonly doneAt: number };

/** From a message in the log to its end; without those that waited for a person. */
const answered = (runs: readonly RunRow[]): readonly Answered[] =>
  runs.filter((run): run is Answered => run.receivedAt !== null && run.doneAt !== null && !run.wasSuspended);

export function lateness(runs: readonly RunRow[], spells: readonly Spell[]): Lateness {
  const all = answered(runs);
  const calm = all.filter(
    ({ receivedAt, doneAt }) =>
      !spells.some(
        ({ begun, ended, ready }) => receivedAt < (ready ?? ended) + AFTERMATH_MILLISECONDS && doneAt > begun,
      ),
  );
  return { all: percentiles(all.map(late)), calm: percentiles(calm.map(late)) };
}

export function recoveries(runs: readonly RunRow[], spells: readonly Spell[]): readonly Recovery[] {
  const all = answered(runs);
  return spells.map(({ name, begun, ended, ready }) => {
    const inFlight = all.filter(({ receivedAt, doneAt }) => receivedAt < ended && doneAt > ended);
    const last = Math.max(...inFlight.map(({ doneAt }) => doneAt));
    return {
      name,
      heldMs: ended - begun,
      readyMs: ready === null ? null : ready - ended,
      inFlight: inFlight.length,
      doneAfterReadyMs: ready === null || inFlight.length === 0 ? null : Math.max(0, Math.round(last - ready)),
    };
  });
}

const late = ({ receivedAt, doneAt }: Answered): number => doneAt - receivedAt;

export function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number | null =>
    sorted.length === 0 ? null : Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
