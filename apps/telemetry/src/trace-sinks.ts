import type { Tracing } from '@arbiter/runtime';
import { lineTraceSink, postgresTraceSink, type TraceSink } from '@arbiter/views';
import { spanTraceSink } from './span-trace-sink';

export const TRACE_SINKS = ['postgres', 'stdout', 'otlp'] as const;
export type TraceSinkName = (typeof TRACE_SINKS)[number];

export interface TraceSinkParts {
  readonly tracing: Pick<Tracing, 'tell'>;
  readonly print: (line: string) => void;
}

const SINKS: Readonly<Record<TraceSinkName, (parts: TraceSinkParts) => TraceSink>> = {
  postgres: () => postgresTraceSink,
  stdout: ({ print }) => lineTraceSink(print),
  otlp: ({ tracing }) => spanTraceSink(tracing),
};

export const traceSinksOf = (names: readonly TraceSinkName[], parts: TraceSinkParts): readonly TraceSink[] =>
  names.map((name) => SINKS[name](parts));
