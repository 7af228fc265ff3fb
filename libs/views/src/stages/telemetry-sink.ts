import { addRows } from '../row-table';
import type { Sink } from '../sink';
import type { TelemetryEvent } from './telemetry-event';

export type TenantEvent = TelemetryEvent & { readonly tenant: string };

/** A destination of the stages. */
export type TelemetrySink = Sink<TenantEvent>;

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
