import { terminal } from '@arbiter/contracts';
import { integer } from '@arbiter/runtime';
import { TRACE_SINKS, type TraceSinkName } from './trace-sinks';

export interface TelemetryOptions {
  /** TL-08: stages as lines on standard output, besides the database */
  readonly print: boolean;
  /** TL-08: where the trace of agents goes */
  readonly traceSinks: readonly TraceSinkName[];
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
    traceSinks: traceSinksIn(environment),
    snapshotDays: integer(environment, 'ARBITER_SNAPSHOT_DAYS', 30, FEWEST_DAYS, MOST_DAYS),
    outboxDays: integer(environment, 'ARBITER_OUTBOX_DAYS', 30, FEWEST_DAYS, MOST_DAYS),
  };
}

const SINKS = 'ARBITER_TRACE_SINKS';
const COLLECTOR = 'OTEL_EXPORTER_OTLP_ENDPOINT';

function traceSinksIn(environment: NodeJS.ProcessEnv): readonly TraceSinkName[] {
  const text = environment[SINKS] || 'postgres';
  const names = new Set(text.split(',').map((name) => name.trim()));
  const known = TRACE_SINKS.filter((name) => names.has(name));
  if (known.length < names.size)
    throw terminal(
      'configuration',
      `${SINKS} is "${text}"; set it to some of ${TRACE_SINKS.join(', ')}, by commas`,
      SINKS,
    );
  if (names.has('otlp') && !environment[COLLECTOR])
    throw terminal(
      'configuration',
      `${SINKS} names otlp; set ${COLLECTOR} to the collector, http://host:4318`,
      COLLECTOR,
    );
  return known;
}
