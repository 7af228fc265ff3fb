import { setTimeout as sleep } from 'node:timers/promises';

/** Times in milliseconds. */
export interface HungLimits {
  /** between two looks */
  readonly pause: number;
  /** how long an answer is awaited */
  readonly patience: number;
  /** after so many looks in a row it is ended */
  readonly looks: number;
}

export const HUNG_LIMITS: HungLimits = { pause: 1_000, patience: 8_000, looks: 3 };

interface Watching {
  readonly monitorUrl: string;
  readonly tell: (line: string) => void;
  /** ends the process, so that its supervisor starts it again */
  readonly end: () => void;
}

/**
 * Ends a broker whose process answers while its JetStream no longer does: its locks are held for ever, as nats-server 2.9 leaves them when its
 * disk was full (docs/decisions/0044). What answers nothing at all may be frozen or slow, and is left alone.
 * 1. One look at a time, each bounded; it ends the broker once for so many bad looks in a row.
 * 2. After `stop` nothing is ended.
 */
export class HungBroker {
  private readonly stopped = new AbortController();

  constructor(
    private readonly watching: Watching,
    private readonly limits: HungLimits = HUNG_LIMITS,
  ) {}

  /** Never rejects; ends with `stop`. */
  async watch(): Promise<void> {
    const { signal } = this.stopped;
    let bad = 0;
    while (!signal.aborted) {
      await sleep(this.limits.pause, undefined, { signal, ref: false }).catch(() => undefined);
      bad = (await this.isHung()) ? bad + 1 : 0;
      if (bad < this.limits.looks || signal.aborted) continue;
      bad = 0;
      this.watching.tell('NATS answers, and its JetStream does not any more; ending it');
      this.watching.end();
    }
  }

  stop(): void {
    this.stopped.abort();
  }

  /** Its process is asked last: one that is frozen meanwhile does not answer that either. */
  private async isHung(): Promise<boolean> {
    return !(await this.answers('/jsz')) && this.answers('/varz');
  }

  private answers(path: string): Promise<boolean> {
    const signal = AbortSignal.any([this.stopped.signal, AbortSignal.timeout(this.limits.patience)]);
    return fetch(`${this.watching.monitorUrl}${path}`, { signal })
      .then((response) => response.text())
      .then(
        () => true,
        () => false,
      );
  }
}
