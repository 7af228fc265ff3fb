import type { Keyring } from '@arbiter/store';
import { LRUCache } from 'lru-cache';
import type { Entry } from './entry';
import { customerOf } from './snapshot';
import type { SnapshotWriter } from './snapshot-writer';

/** of states as JSON; in memory they take two to three times as much */
const CACHED_BYTES = 8 * 1024 * 1024;
/** an entry without its state: its fields and cursors, its stream's name, its place in the cache */
const EMPTY_BYTES = 600;
/**
 * a stream that is this much longer than its snapshot gets a new one; so a cold start reads hardly more facts than this
 */
const SNAPSHOT_EVERY = 100;

/**
 * Measured whenever a stream has become twice as long, not at every fact: that costs next to nothing, and is off by
 * little.
 */
const sizeOf = ({ state }: Entry<unknown>): number =>
  EMPTY_BYTES + Math.min(CACHED_BYTES / 2, JSON.stringify(state).length);

/**
 * Folded streams in memory, within a bound of bytes. A stream that has become long is given to be kept as a snapshot.
 *
 * 1. A state that was folded under one key of a customer is not given out under another: after an erasure the stream is
 *    read again, and erased values read as erased (CX-08).
 */
export class StreamCache<State> {
  private readonly entries = new LRUCache<string, Entry<State>>({ maxSize: CACHED_BYTES });

  constructor(
    private readonly keyring: Pick<Keyring, 'keyIdOf'>,
    private readonly snapshots: Pick<SnapshotWriter, 'add'>,
  ) {}

  get(stream: string): Entry<State> | undefined {
    const entry = this.entries.get(stream);
    return entry && entry.keyId === this.keyIdOf(stream, entry) ? entry : undefined;
  }

  /** Stores an entry whose facts are committed. */
  keep(stream: string, entry: Entry<State>): Entry<State> {
    const isLong = entry.version - entry.snapshotAt >= SNAPSHOT_EVERY;
    const known = this.entries.info(stream)?.size;
    const isMeasured = known !== undefined && entry.version < 2 * entry.sizedAt;
    const size = isMeasured ? known : sizeOf(entry);
    const kept = {
      ...entry,
      sizedAt: isMeasured ? entry.sizedAt : entry.version,
      keyId: entry.keyId ?? this.keyIdOf(stream, entry),
      snapshotAt: isLong ? entry.version : entry.snapshotAt,
    };
    this.entries.set(stream, kept, { size });
    if (isLong) this.snapshots.add(stream, kept);
    return kept;
  }

  forget(stream: string): void {
    this.entries.delete(stream);
  }

  private keyIdOf(stream: string, { customerId }: Entry<State>): string | null {
    return this.keyring.keyIdOf(customerOf(stream, customerId));
  }
}
