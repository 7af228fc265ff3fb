import { randomBytes } from 'node:crypto';
import { TraceFlags, type SpanContext } from '@opentelemetry/api';

/** The trace of a run has the run's own id, so that one finds the other. */
export const traceIdOfRun = (runId: string): string => runId.replaceAll('-', '');

export const traceParentOfRun = (runId: string): string =>
  `00-${traceIdOfRun(runId)}-${randomBytes(8).toString('hex')}-01`;

/** The id of the trace that a W3C trace parent belongs to; null when there is none. */
export const traceIdOf = (traceParent: string | null): string | null => parseTraceParent(traceParent)?.traceId ?? null;

export function parseTraceParent(text: string | null): SpanContext | null {
  const match = text ? /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) : null;
  return match
    ? {
        traceId: match[1]!,
        spanId: match[2]!,
        traceFlags: Number.parseInt(match[3]!, 16) & TraceFlags.SAMPLED,
        isRemote: true,
      }
    : null;
}

export const formatTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;

/** The same trace, under another span of it; a text that is no trace parent stays as it is. */
export function traceParentUnder(traceParent: string, spanId: string): string {
  const parent = parseTraceParent(traceParent);
  return parent === null ? traceParent : formatTraceParent({ ...parent, spanId });
}
