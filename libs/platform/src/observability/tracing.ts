import { randomBytes } from 'node:crypto';
import { context, SpanKind, SpanStatusCode, trace, TraceFlags, type SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import type { Trace, Tracer } from '../shell/parts';

export interface Tracing {
  readonly trace: Tracer;
  close(): Promise<void>;
}

/** Hands the trace parent on unchanged: the trace id still reaches every log line and every fact. */
const PASSING: Tracing = {
  trace: (_name, traceParent) => ({ traceParent, end: () => undefined }),
  close: async () => undefined,
};

/** One trace a turn across all services; spans leave over OTLP when an endpoint is given. Never affects an outcome (TL-12). */
export function openTracing(app: string, endpoint: string | undefined): Tracing {
  if (!endpoint) return PASSING;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: `arbiter-${app}` }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }), scheduledDelayMillis: 500 })],
  });
  const tracer = provider.getTracer('arbiter');
  return {
    trace: (name, traceParent, attributes): Trace => {
      const parent = parseTraceParent(traceParent);
      const under = parent ? trace.setSpanContext(context.active(), parent) : context.active();
      const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes: { 'messaging.system.name': 'nats', ...attributes } }, under);
      return {
        traceParent: formatTraceParent(span.spanContext()),
        end: (error) => {
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}

/** The trace of a run has the run's own id, so that one finds the other. */
export const traceParentOfRun = (runId: string): string => `00-${runId.replaceAll('-', '')}-${randomBytes(8).toString('hex')}-01`;

function parseTraceParent(text: string | null): SpanContext | null {
  const match = text ? /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) : null;
  return match ? { traceId: match[1]!, spanId: match[2]!, traceFlags: Number.parseInt(match[3]!, 16) & TraceFlags.SAMPLED, isRemote: true } : null;
}

const formatTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
