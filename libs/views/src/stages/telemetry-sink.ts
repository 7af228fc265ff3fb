import type { PoolClient } from 'pg';
import { addRows } from '../row-table';
import type { TelemetryEvent } from './telemetry-event';

export type TenantEvent = TelemetryEvent & { readonly tenant: string };

/** TL-08: a destination of telemetry events. No sink may change the outcome of a turn (TL-12). */
export interface TelemetrySink {
  /**
   * Writes through `transaction` are committed or rolled back with the page; they go into tables that end in `suffix`.
   * An exception rolls the page back, and it comes again.
   */
  write?(events: readonly TenantEvent[], transaction: PoolClient, suffix: string): Promise<void>;
  /**
   * The page is committed: for sinks outside the database. A rebuild passes only the facts that were passed over
   * before; a crash may leave a page out.
   */
  committed?(events: readonly TenantEvent[]): void;
}

/** Keeps every event whole in table `stage`. */
export const postgresSink: TelemetrySink = {
  write: (events, transaction, suffix) =>
    addRows<TenantEvent>(
      {
        table: `stage${suffix}`,
        columns: {
          tenant: 'text',
          interaction_id: 'text',
          session_id: 'text',
          stage: 'text',
          level: 'text',
          timestamp: 'timestamptz',
          payload: 'jsonb',
        },
      },
      events,
      transaction,
    ),
};

/** One line of JSON per event, for a person who watches; the timestamp is left out (TL-02's printed form). */
export const printSink = (print: (line: string) => void): TelemetrySink => ({
  committed: (events) => {
    for (const { interaction_id, level, payload, session_id, stage } of events)
      print(JSON.stringify({ interaction_id, level, payload, session_id, stage }));
  },
});
