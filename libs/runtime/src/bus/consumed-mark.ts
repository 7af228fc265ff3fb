import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';
import { APPS, EVENT_NAMES, publisherOf, travels, type App, type BrokerStream } from '@arbiter/contracts';
import type { BrokerRecord, LogMark } from './broker-record';

/** Republication begins at least this long before the last fact that was surely consumed. */
const OVERLAP_MILLISECONDS = 60_000;
/** A channel whose adapter is away holds the mark back for at most this long. */
const REPLIES_MILLISECONDS = 3_600_000;

/** The apps that publish facts which others consume. */
export const PUBLISHERS: readonly App[] = APPS.filter((app) =>
  EVENT_NAMES.some((name) => travels(name) && publisherOf(name) === app),
);

interface Candidate {
  readonly mark: LogMark;
  /** of EVT when all before the mark was in it, of OUT when all of that was consumed */
  readonly sequences: Partial<Record<BrokerStream, number>>;
}

/**
 * Finds the place in the log before which nothing needs to be published again, should the broker lose its data.
 *
 * 1. Every fact before the mark was published before EVT's length was read: nothing older is left in the outbox.
 * 2. The durables are read after that length, and each has acknowledged at least so much. Acks come after commits.
 * 3. No mark is taken while a service publishes again. A mark counts a minute after it was taken.
 */
export class ConsumedMark {
  private candidate: Candidate | null = null;

  constructor(private readonly record: BrokerRecord) {}

  /** A new life began: the mark of the old one does not count. */
  reset(): void {
    this.candidate = null;
  }

  /** To be called before the streams are looked at. True: all before the mark is in EVT. */
  async prepare(life: string): Promise<boolean> {
    if (this.candidate)
      return this.candidate.sequences.EVT !== undefined || this.record.isPublished(this.candidate.mark, PUBLISHERS);
    const mark = await this.record.mark(life, PUBLISHERS);
    this.candidate = mark && { mark, sequences: {} };
    return false;
  }

  /** `consumers` are those that work, read after `streams`. */
  async advance(
    life: string,
    published: boolean,
    streams: ReadonlyMap<BrokerStream, StreamInfo>,
    consumers: readonly ConsumerInfo[],
    now = Date.now(),
  ): Promise<void> {
    if (!this.candidate || !published) return;
    const { mark, sequences } = this.candidate;
    sequences.EVT ??= streams.get('EVT')!.state.last_seq;
    if (!haveConsumed('EVT', sequences.EVT, consumers)) return;
    sequences.OUT ??= streams.get('OUT')!.state.last_seq;
    const age = now - mark.at.getTime();
    if (age < OVERLAP_MILLISECONDS || (age < REPLIES_MILLISECONDS && !haveConsumed('OUT', sequences.OUT, consumers)))
      return;
    await this.record.noteConsumed(life, mark);
    this.candidate = null;
  }
}

const haveConsumed = (stream: BrokerStream, sequence: number, consumers: readonly ConsumerInfo[]): boolean =>
  consumers.every((consumer) => consumer.stream_name !== stream || floorOf(consumer) >= sequence);

/** Everything up to here in its stream is through; without end when nothing waits. */
export const floorOf = ({ num_pending, num_ack_pending, ack_floor }: ConsumerInfo): number =>
  num_pending === 0 && num_ack_pending === 0 ? Number.POSITIVE_INFINITY : ack_floor.stream_seq;
