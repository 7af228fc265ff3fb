import type { Recorded } from '@arbiter/contracts';
import type { ReadFinished } from '@arbiter/domain';
import { forMilliseconds } from '@arbiter/resilience';
import { LRUCache } from 'lru-cache';

const MOST_READS = 2_000;
const KEPT_MILLISECONDS = 60_000;

type Request = Recorded<'action.requested'>;

/**
 * Reads that take longer than the others of their segment. Their steps are asked for again while the calls go on, and
 * get the result of those calls then. Another process calls again: a read does no harm.
 */
export class ReadsUnderWay {
  private readonly reads = new LRUCache<string, Promise<ReadFinished>>({
    max: MOST_READS,
    ...forMilliseconds(KEPT_MILLISECONDS),
  });

  keep(request: Request, read: Promise<ReadFinished>): void {
    read.catch(() => this.reads.delete(nameOf(request)));
    this.reads.set(nameOf(request), read);
  }

  /** The result of the running calls of the same read; null when there are none here, or they failed. Given once. */
  async take(request: Request): Promise<ReadFinished | null> {
    const read = this.reads.get(nameOf(request));
    this.reads.delete(nameOf(request));
    return read?.catch(() => null) ?? null;
  }
}

/** The key holds step and arguments. */
const nameOf = ({ tenant, data }: Request): string => `${tenant}/${data.actionId}/${data.idempotencyKey}`;
