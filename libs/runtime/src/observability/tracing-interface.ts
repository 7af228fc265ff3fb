import type { TraceOpener, Tracer } from '../shell';

/** How spans are opened, and closed with their process. */
export interface Tracing {
  readonly trace: Tracer;
  readonly open: TraceOpener;
  close(): Promise<void>;
}
