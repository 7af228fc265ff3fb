import { randomBytes } from 'node:crypto';
import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type SpanOptions,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type IdGenerator } from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import type { Trace } from '../shell';
import { formatTraceParent, parseTraceParent, traceIdOfRun } from './trace-parent';
import type { Tracing } from './tracing-interface';

const EXPORT_DELAY_MILLISECONDS = 500;
/** Retries included: a collector that is away must not hold up a service that stops. */
const EXPORT_MILLISECONDS = 2_000;

/** Spans leave over OTLP. */
export function exportedTracing(app: string, endpoint: string): Tracing {
  const ids = new TraceIds();
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MILLISECONDS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: `arbiter-${app}` }),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_DELAY_MILLISECONDS })],
  });
  const tracer = provider.getTracer('arbiter');
  const start = (name: string, options: SpanOptions, under: Context): Trace => {
    const span = tracer.startSpan(name, options, under);
    return {
      traceParent: formatTraceParent(span.spanContext()),
      end: (error, more) => {
        if (more !== undefined) span.setAttributes(more);
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return {
    trace: (name, traceParent, attributes, kind = 'consumer') => {
      const parent = parseTraceParent(traceParent);
      const under = parent ? trace.setSpanContext(context.active(), parent) : context.active();
      return start(name, kind === 'client' ? { kind: SpanKind.CLIENT, attributes } : consumed(attributes), under);
    },
    open: (name, runId, attributes) =>
      ids.withTrace(traceIdOfRun(runId), () => start(name, consumed(attributes), ROOT_CONTEXT)),
    close: () => provider.shutdown(),
  };
}

const consumed = (attributes: Readonly<Record<string, string>>): SpanOptions => ({
  kind: SpanKind.CONSUMER,
  attributes: { 'messaging.system.name': 'nats', ...attributes },
});

/** Random ids, but for the trace of a run. */
class TraceIds implements IdGenerator {
  private next: string | null = null;

  /** A trace that begins within `work` gets this id. */
  withTrace<T>(traceId: string, work: () => T): T {
    this.next = traceId;
    try {
      return work();
    } finally {
      this.next = null;
    }
  }

  generateTraceId(): string {
    return this.next ?? randomBytes(16).toString('hex');
  }

  generateSpanId(): string {
    return randomBytes(8).toString('hex');
  }
}
