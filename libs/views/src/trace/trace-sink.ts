import { addRows } from '../row-table';
import type { Sink } from '../sink';
import type { Traced } from './traced-agent';

/** A destination of the trace of agents. */
export type TraceSink = Sink<Traced>;

/** Keeps every event whole in table `trace_event`. */
export const postgresTraceSink: TraceSink = {
  write: (told, transaction, suffix) =>
    addRows(
      {
        table: `trace_event${suffix}`,
        columns: {
          tenant: 'text',
          request_id: 'text',
          trace_id: 'text',
          session_id: 'text',
          step_id: 'text',
          phase_index: 'integer',
          cycle_index: 'integer',
          type: 'text',
          ts: 'timestamptz',
          details: 'jsonb',
        },
      },
      told.map(({ event: { requestId, traceId, sessionId, stepId, phaseIndex, cycleIndex, ...rest } }) => ({
        ...rest,
        request_id: requestId,
        trace_id: traceId,
        session_id: sessionId,
        step_id: stepId,
        phase_index: phaseIndex,
        cycle_index: cycleIndex,
      })),
      transaction,
    ),
};

/** One line of JSON an event. */
export const lineTraceSink = (print: (line: string) => void): TraceSink => ({
  committed: (told) => told.forEach(({ event }) => print(JSON.stringify(event))),
});
