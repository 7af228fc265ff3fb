import { streamOf } from '@arbiter/contracts';
import { atMost } from '@arbiter/resilience';
import { LRUCache } from 'lru-cache';
import type { DaysOfRuns, UiRow } from './append';

const MOST_RUNS = 20_000;

/**
 * The days on which runs opened, as the log recorded them. Every UI line of a run is stored under its run's day (0046),
 * so the day need not be looked up for each line.
 */
export class OpeningDays implements DaysOfRuns {
  private readonly days = new LRUCache<string, string>(atMost(MOST_RUNS));

  note(stream: string, day: string): void {
    this.days.set(stream, day);
  }

  /** Null where it must be looked up. */
  of({ tenant, runId }: UiRow): string | null {
    return this.days.get(streamOf('run', tenant, runId)) ?? null;
  }
}
