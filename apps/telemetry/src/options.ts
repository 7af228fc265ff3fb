import { integer } from '@arbiter/platform';

export interface TelemetryOptions {
  /** TL-08: stages as lines on standard output, besides the database */
  readonly print: boolean;
  /** how long the pieces of prose that a completed run showed are kept */
  readonly uiLogHours: number;
}

const TEN_YEARS_IN_HOURS = 87_600;

/** Throws a terminal error naming the variable and what it should hold. */
export function readOptions(environment: NodeJS.ProcessEnv): TelemetryOptions {
  return {
    print: integer(environment, 'ARBITER_TELEMETRY_PRINT', 0, 0, 1) === 1,
    uiLogHours: integer(environment, 'ARBITER_UI_LOG_HOURS', 72, 1, TEN_YEARS_IN_HOURS),
  };
}
