import { setTimeout as sleep } from 'node:timers/promises';

/** Times in milliseconds. */
export interface HungLimits {
  /** between two looks */
  readonly pause: number;
  /** how long an answer is awaited */
  readonly patience: number;
  /** after so many looks in a row it is ended */
  readonly looks: number;
  /** how long an answer is awaited where the disk was full, and so the cause is known */
  readonly patienceAfterFull: number;
  readonly looksAfterFull: number;
}

const HUNG_LIMITS: HungLimits = {
  pause: 1_000,
  patience: 8_000,
  looks: 3,
  patienceAfterFull: 2_000,
  looksAfterFull: 2,
};

/** With less than this a disk is full: no message of the largest kind can be written whole. */
const FULL_BELOW_BYTES = 8 * 2 ** 20;

interface Watching {
  readonly monitorUrl: string;
  /** the free space of its disk */
  readonly freeBytes: () => Promise<number>;
  readonly tell: (line: string) => void;
  /** ends the process, so that its supervisor starts it again */
  readonly end: () => void;
}

/**
 * Ends a broker whose process answers while its JetStream no longer does: its locks are held for ever, as nats-server
 * 2.9 leaves them when its disk was full (docs/decisions/0044). A broker that does not answer at all may be frozen or
 * slow, and is left alone.
 * 1. One look at a time, each bounded; it ends the broker once for so many bad looks in a row.
 * 2. While the disk is full nothing is ended, since nothing could be written after a start either; once there is room,
 *    fewer looks do.
 * 3. After `stop` nothing is ended.
 */
export class HungBroker {
  private readonly stopped = new AbortController();
  /** looks in a row that found it hung */
  private bad = 0;
  /** since it was last seen well */
  private wasFull = false;

  constructor(
    private readonly watching: Watching,
    private readonly limits: HungLimits = HUNG_LIMITS,
  ) {}

  /** Never rejects; ends with `stop`. */
  async watch(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await sleep(this.limits.pause, undefined, { signal, ref: false }).catch(() => undefined);
      if (!(await this.mustEnd()) || signal.aborted) continue;
      this.bad = 0;
      this.watching.tell('NATS answers, and its JetStream does not any more; ending it');
      this.watching.end();
    }
  }

  stop(): void {
    this.stopped.abort();
  }

  /** The disk tells before a look how long to wait for the broker, and after it whether ending it would help. */
  private async mustEnd(): Promise<boolean> {
    if (!this.wasFull && (await this.isFull())) {
      this.wasFull = true;
      this.watching.tell('the disk of NATS is full: nothing is taken until there is room on it');
    }
    const isHung = await this.isHung();
    const isFull = await this.isFull();
    this.bad = isHung ? this.bad + 1 : 0;
    if (!isHung) this.wasFull = isFull && this.wasFull;
    return isHung && !isFull && this.bad >= (this.wasFull ? this.limits.looksAfterFull : this.limits.looks);
  }

  /** A disk that does not tell is taken for one with room. */
  private async isFull(): Promise<boolean> {
    return (await this.watching.freeBytes().catch(() => Infinity)) < FULL_BELOW_BYTES;
  }

  /** Its process is asked last: one that is frozen meanwhile does not answer that either. */
  private async isHung(): Promise<boolean> {
    return !(await this.answers('/jsz')) && this.answers('/varz');
  }

  private answers(path: string): Promise<boolean> {
    const patience = this.wasFull ? this.limits.patienceAfterFull : this.limits.patience;
    const signal = AbortSignal.any([this.stopped.signal, AbortSignal.timeout(patience)]);
    return fetch(`${this.watching.monitorUrl}${path}`, { signal })
      .then((response) => response.text())
      .then(
        () => true,
        () => false,
      );
  }
}
