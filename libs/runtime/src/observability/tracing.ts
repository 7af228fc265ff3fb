import type { Logger } from './logging';
import { traceParentOfRun } from './trace-parent';
import { withDebugLog } from './traced-log';
import type { Tracing } from './tracing-interface';

/** Hands the trace parent on unchanged: the trace id still reaches every log line and every fact. */
const PASSING: Tracing = {
  trace: (_name, traceParent) => ({ traceParent, end: () => undefined }),
  open: (_name, runId) => ({ traceParent: traceParentOfRun(runId), end: () => undefined }),
  tell: () => undefined,
  close: async () => undefined,
};

/**
 * One trace for each turn, across all services; spans leave over OTLP when an endpoint is given. Never affects an
 * outcome (TL-12).
 */
export function openTracing(app: string, endpoint: string | undefined, logger: Logger): Tracing {
  const tracing = endpoint ? exported(app, endpoint) : PASSING;
  const { tell, close } = tracing;
  return { trace: withDebugLog(tracing.trace, logger), open: withDebugLog(tracing.open, logger), tell, close };
}

/** Two hundred modules that only a service with a collector needs. */
const exported = (app: string, endpoint: string): Tracing =>
  (require('./exported-tracing') as typeof import('./exported-tracing')).exportedTracing(app, endpoint);
