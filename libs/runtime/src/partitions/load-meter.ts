import { performance } from 'node:perf_hooks';

/** A measurement over a shorter span means little. */
const SPAN_MILLISECONDS = 3_000;

export interface Load {
  readonly load: number | null;
  readonly busy: number | null;
}

const UNKNOWN: Load = { load: null, busy: null };

/** How much the process has to do, over the last few seconds. */
export class LoadMeter {
  private last: Load = UNKNOWN;
  private since = this.sample();

  /** Unknown until it has measured long enough. */
  read(): Load {
    const now = this.sample();
    const span = now.at - this.since.at;
    if (span < SPAN_MILLISECONDS) return this.last;
    const { utilization } = performance.eventLoopUtilization(now.loop, this.since.loop);
    this.last = { load: (now.processor - this.since.processor) / 1_000 / span, busy: utilization };
    this.since = now;
    return this.last;
  }

  /** The amount of work changes from now on, so earlier measurements mean nothing. */
  restart(): void {
    this.last = UNKNOWN;
    this.since = this.sample();
  }

  private sample(): { at: number; processor: number; loop: ReturnType<typeof performance.eventLoopUtilization> } {
    const { user, system } = threadTime();
    return { at: performance.now(), processor: user + system, loop: performance.eventLoopUtilization() };
  }
}

/** Of the thread that decides, in microseconds; of the whole process where Node cannot tell them apart. */
const threadTime = (): NodeJS.CpuUsage =>
  (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage?.() ?? process.cpuUsage();
