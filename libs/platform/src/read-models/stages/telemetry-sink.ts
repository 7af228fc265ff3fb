import type { PoolClient } from 'pg';
import { addRows } from '../row-table';
import type { TelemetryEvent } from './telemetry-event';

export type TenantEvent = TelemetryEvent & { readonly tenant: string };

/** TL-08: somewhere telemetry events go. No sink may change what becomes of a turn (TL-12). */
export interface TelemetrySink {
  /**
   * What is written through `transaction` stands or falls with the page; into tables that end in `suffix`. An exception
   * undoes the page, which comes again.
   */
  write?(events: readonly TenantEvent[], transaction: PoolClient, suffix: string): Promise<void>;
  /**
   * The page is committed: for sinks outside the database. A rebuild tells them what was passed over before, and no
   * more; a crash may leave a page out.
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

/** One line of JSON an event, for a person who watches; the timestamp is left out (TL-02's printed form). */
export const printSink = (print: (line: string) => void): TelemetrySink => ({
  committed: (events) => {
    for (const { interaction_id, level, payload, session_id, stage } of events)
      print(JSON.stringify({ interaction_id, level, payload, session_id, stage }));
  },
});
