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
    tell: ({ name, spanId, traceParent, began, ended, attributes, events }) => {
      const parent = parseTraceParent(traceParent);
      if (parent === null) return;
      const under = trace.setSpanContext(ROOT_CONTEXT, parent);
      const options = { attributes, startTime: new Date(began) };
      const span = ids.withSpan(spanId, () => tracer.startSpan(name, options, under));
      for (const event of events) span.addEvent(event.name, event.attributes, new Date(event.at));
      span.end(new Date(ended));
    },
    close: () => provider.shutdown(),
  };
}

const consumed = (attributes: Readonly<Record<string, string>>): SpanOptions => ({
  kind: SpanKind.CONSUMER,
  attributes: { 'messaging.system.name': 'nats', ...attributes },
});

/** Random ids, but for the trace of a run and for a span that is over. */
class TraceIds implements IdGenerator {
  private nextTrace: string | null = null;
  private nextSpan: string | null = null;

  /** A trace that begins within `work` gets this id. */
  withTrace<T>(traceId: string, work: () => T): T {
    this.nextTrace = traceId;
    try {
      return work();
    } finally {
      this.nextTrace = null;
    }
  }

  /** A span that begins within `work` gets this id. */
  withSpan<T>(spanId: string, work: () => T): T {
    this.nextSpan = spanId;
    try {
      return work();
    } finally {
      this.nextSpan = null;
    }
  }

  generateTraceId(): string {
    return this.nextTrace ?? randomBytes(16).toString('hex');
  }

  generateSpanId(): string {
    return this.nextSpan ?? randomBytes(8).toString('hex');
  }
}
