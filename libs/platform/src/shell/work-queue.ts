import { parseStream, retryable } from '@arbiter/contracts';
import type { Item } from './item';

export interface QueueLimits {
  readonly streams: number;
  readonly perStream: number;
  readonly perTenant: number;
  readonly bytes: number;
  /** items that may wait in all; more are turned away as retryable */
  readonly waiting: number;
}

export const DEFAULT_LIMITS: QueueLimits = { streams: 256, perStream: 64, perTenant: 192, bytes: 8 * 1024 * 1024, waiting: 20_000 };

/**
 * Items by stream, in order of arrival.
 *
 * 1. A stream is in at most one batch at a time.
 * 2. Within a stream items keep their order.
 * 3. A batch is bounded in streams, in items a stream, in streams a tenant and in bytes; a tenant with much to do leaves room.
 */
export class WorkQueue {
  private readonly waiting = new Map<string, Item[]>();
  private readonly busy = new Set<string>();
  private count = 0;

  constructor(private readonly limits: QueueLimits = DEFAULT_LIMITS) {}

  get size(): number {
    return this.count;
  }

  push(stream: string, item: Item): void {
    if (this.count >= this.limits.waiting) {
      item.failed(retryable('overloaded', `${this.count} items are waiting already`, 2_000));
      return;
    }
    const items = this.waiting.get(stream);
    if (items) items.push(item);
    else this.waiting.set(stream, [item]);
    this.count += 1;
  }

  /** The next batch, its streams marked busy; empty when nothing can be taken. */
  take(): Map<string, Item[]> {
    const batch = new Map<string, Item[]>();
    const perTenant = new Map<string, number>();
    let bytes = 0;
    for (const [stream, items] of this.waiting) {
      if (this.busy.has(stream)) continue;
      if (batch.size >= this.limits.streams || bytes >= this.limits.bytes) break;
      const { tenant } = parseStream(stream);
      const ofTenant = perTenant.get(tenant) ?? 0;
      if (ofTenant >= this.limits.perTenant) continue;
      perTenant.set(tenant, ofTenant + 1);
      const taken = items.splice(0, this.limits.perStream);
      if (items.length === 0) this.waiting.delete(stream);
      for (const item of taken) bytes += item.bytes;
      this.count -= taken.length;
      this.busy.add(stream);
      batch.set(stream, taken);
    }
    return batch;
  }

  release(streams: Iterable<string>): void {
    for (const stream of streams) this.busy.delete(stream);
  }

  /** Gives up everything that waits. */
  clear(): readonly Item[] {
    const items = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.count = 0;
    return items;
  }
}
