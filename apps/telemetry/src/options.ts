import { integer } from '@arbiter/runtime';

export interface TelemetryOptions {
  /** TL-08: stages as lines on standard output, besides the database */
  readonly print: boolean;
  /** how long a folded state that was not renewed is kept */
  readonly snapshotDays: number;
  /** how long an unpublished row stays in the outbox */
  readonly outboxDays: number;
}

/** Longer than the broker keeps a message: an older one is not delivered any more. */
const FEWEST_DAYS = 8;
const MOST_DAYS = 3_650;

/** Throws a terminal error naming the variable and the value it should hold. */
export function readOptions(environment: NodeJS.ProcessEnv): TelemetryOptions {
  return {
    print: integer(environment, 'ARBITER_TELEMETRY_PRINT', 0, 0, 1) === 1,
    snapshotDays: integer(environment, 'ARBITER_SNAPSHOT_DAYS', 30, FEWEST_DAYS, MOST_DAYS),
    outboxDays: integer(environment, 'ARBITER_OUTBOX_DAYS', 30, FEWEST_DAYS, MOST_DAYS),
  };
}
