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

export const DEFAULT_LIMITS: QueueLimits = {
  streams: 256,
  perStream: 64,
  perTenant: 192,
  bytes: 8 * 1024 * 1024,
  waiting: 20_000,
};

const FIRST_PAUSE_MILLISECONDS = 50;
const LONGEST_PAUSE_MILLISECONDS = 10_000;
/** a stream that was postponed this often is tried by itself: it may be the reason why the others fail */
const SUSPECT_AFTER = 3;
/** With more streams at hand an append has much in it anyway, and waiting would only cost time. */
const QUIET_STREAMS = 8;

/** A stream whose work failed, through no fault of its items. */
interface Postponed {
  readonly times: number;
  /** milliseconds since the epoch */
  readonly until: number;
}

/**
 * Items by stream, in order of arrival.
 *
 * 1. A stream is in at most one batch at a time.
 * 2. Within a stream items keep their order; postponed ones stay first.
 * 3. A batch is bounded in streams, in items a stream, in streams a tenant and in bytes; a tenant with much to do
 *    leaves room.
 * 4. An item that may wait for company is taken with the next item of its stream, and alone when its patience is over.
 *    It waits only while few streams are busy.
 * 5. A stream that was postponed again and again goes alone, at most every other batch: it delays no other.
 */
export class WorkQueue {
  private readonly waiting = new Map<string, Item[]>();
  private readonly busy = new Set<string>();
  private readonly postponed = new Map<string, Postponed>();
  /** until when the one thing that waits of a stream waits for company, in milliseconds since the epoch */
  private readonly patient = new Map<string, number>();
  private count = 0;
  private wasAlone = false;

  constructor(private readonly limits: QueueLimits = DEFAULT_LIMITS) {}

  get size(): number {
    return this.count;
  }

  push(stream: string, item: Item, now = Date.now()): void {
    if (this.count >= this.limits.waiting) {
      item.failed(retryable('overloaded', `${this.count} items are waiting already`, 2_000));
      return;
    }
    const items = this.waiting.get(stream);
    if (items) items.push(item);
    else this.waiting.set(stream, [item]);
    this.count += 1;
    const isQuiet = this.waiting.size + this.busy.size <= QUIET_STREAMS;
    if (!items && isQuiet && item.kind === 'event' && item.patience) this.patient.set(stream, now + item.patience);
    else this.patient.delete(stream);
  }

  /** Puts items back before everything else of their stream, which rests for a while. */
  postpone(stream: string, items: readonly Item[], now = Date.now()): void {
    const times = (this.postponed.get(stream)?.times ?? 0) + 1;
    this.postponed.set(stream, {
      times,
      until: now + Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** times),
    });
    if (items.length === 0) return;
    this.waiting.set(stream, [...items, ...(this.waiting.get(stream) ?? [])]);
    this.count += items.length;
  }

  /** The work of these streams went through. */
  succeeded(streams: Iterable<string>): void {
    if (this.postponed.size > 0) for (const stream of streams) this.postponed.delete(stream);
  }

  /** When the first stream that rests may be taken, in milliseconds since the epoch; null when none does. */
  get nextDue(): number | null {
    let due = Number.POSITIVE_INFINITY;
    for (const stream of [...this.postponed.keys(), ...this.patient.keys()])
      if (this.waiting.has(stream) && !this.busy.has(stream)) due = Math.min(due, this.restsUntil(stream));
    return due === Number.POSITIVE_INFINITY ? null : due;
  }

  /** The next batch, its streams marked busy; empty when nothing can be taken. */
  take(now = Date.now()): Map<string, Item[]> {
    const alone = this.wasAlone ? undefined : this.suspect(now);
    const batch = alone === undefined ? this.takeMany(now) : new Map([[alone, this.takeFrom(alone)]]);
    const late = batch.size === 0 ? this.suspect(now) : undefined;
    if (late !== undefined) batch.set(late, this.takeFrom(late));
    this.wasAlone = alone !== undefined || late !== undefined;
    return batch;
  }

  private takeMany(now: number): Map<string, Item[]> {
    const batch = new Map<string, Item[]>();
    const perTenant = new Map<string, number>();
    let bytes = 0;
    for (const stream of this.waiting.keys()) {
      if (batch.size >= this.limits.streams || bytes >= this.limits.bytes) break;
      if (this.busy.has(stream) || this.rests(stream, now) || this.isSuspect(stream)) continue;
      const { tenant } = parseStream(stream);
      const ofTenant = perTenant.get(tenant) ?? 0;
      if (ofTenant >= this.limits.perTenant) continue;
      perTenant.set(tenant, ofTenant + 1);
      const taken = this.takeFrom(stream);
      for (const item of taken) bytes += item.bytes;
      batch.set(stream, taken);
    }
    return batch;
  }

  private takeFrom(stream: string): Item[] {
    const items = this.waiting.get(stream) ?? [];
    const taken = items.splice(0, this.limits.perStream);
    if (items.length === 0) this.waiting.delete(stream);
    this.patient.delete(stream);
    this.count -= taken.length;
    this.busy.add(stream);
    return taken;
  }

  private suspect(now: number): string | undefined {
    for (const stream of this.postponed.keys())
      if (this.isSuspect(stream) && this.waiting.has(stream) && !this.busy.has(stream) && !this.rests(stream, now))
        return stream;
    return undefined;
  }

  private isSuspect(stream: string): boolean {
    return (this.postponed.get(stream)?.times ?? 0) >= SUSPECT_AFTER;
  }

  private rests(stream: string, now: number): boolean {
    return this.restsUntil(stream) > now;
  }

  private restsUntil(stream: string): number {
    return Math.max(this.postponed.get(stream)?.until ?? 0, this.patient.get(stream) ?? 0);
  }

  release(streams: Iterable<string>): void {
    for (const stream of streams) this.busy.delete(stream);
  }

  /** Gives up everything that waits. */
  clear(): readonly Item[] {
    const items = [...this.waiting.values()].flat();
    this.waiting.clear();
    this.postponed.clear();
    this.patient.clear();
    this.count = 0;
    return items;
  }
}
