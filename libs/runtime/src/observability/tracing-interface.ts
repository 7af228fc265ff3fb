import type { TraceOpener, Tracer } from '../shell';

/** A span of what has happened before it is told; its id is its own, so that one told twice is the same. */
export interface PastSpan {
  readonly name: string;
  /** 16 hexadecimal digits */
  readonly spanId: string;
  /** W3C trace context of the span that it is under */
  readonly traceParent: string;
  /** ISO 8601 */
  readonly began: string;
  /** ISO 8601 */
  readonly ended: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly events: readonly {
    readonly name: string;
    /** ISO 8601 */
    readonly at: string;
    readonly attributes: Readonly<Record<string, string>>;
  }[];
}

/** How spans are opened, and closed with their process. */
export interface Tracing {
  readonly trace: Tracer;
  readonly open: TraceOpener;
  /** Hands on a span that is over. */
  readonly tell: (span: PastSpan) => void;
  close(): Promise<void>;
}
