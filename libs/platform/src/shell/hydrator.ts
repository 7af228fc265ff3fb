import type { WireEvent } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database';
import { customersOf, type EventStore } from '../event-store';
import { keyIdIn, type Keyring } from '../sealing';
import { emptyEntry, fold, type Entry } from './entry';
import { foldName } from './fold-name';
import type { ShellDefinition } from './shell-definition';
import { customerOf, openSnapshot } from './snapshot';
import { readStreamPages, type StreamPage } from './snapshot-table';
import { SnapshotWriter } from './snapshot-writer';
import type { StreamMemory } from './stream-memory';

/** of states as JSON; in memory they take two to three times as much */
const CACHED_BYTES = 8 * 1024 * 1024;
/** an entry without its state: its fields and cursors, its stream's name, its place in the cache */
const EMPTY_BYTES = 600;
/** of one stream, and of all streams of a query together: bounds the facts in memory at once */
const PAGE_FACTS = 1_000;
const QUERY_FACTS = 20_000;
/**
 * a stream that is this much longer than its snapshot gets a new one; so a cold start reads hardly more facts than this
 */
const SNAPSHOT_EVERY = 100;

export interface HydratorParts<State> {
  readonly store: EventStore;
  readonly database: Database;
  readonly keyring: Keyring;
  readonly definition: ShellDefinition<State>;
  readonly onTrouble: (error: unknown) => void;
  /** called with the number of streams that are read at once: those that are not cached, or that have changed */
  readonly onRead?: (streams: number) => void;
}

/**
 * Measured whenever a stream has become twice as long, not at every fact: that costs next to nothing, and is off by
 * little.
 */
const sizeOf = ({ state }: Entry<unknown>): number =>
  EMPTY_BYTES + Math.min(CACHED_BYTES / 2, JSON.stringify(state).length);

interface Waiting<State> {
  readonly resolve: (entry: Entry<State>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Folded streams, cached. In steady state nothing is read: a stream is folded as its facts are written here. Facts of
 * another replica show as a conflict, and then only the missing ones are read.
 *
 * 1. A snapshot and the facts after it fold to the same entry as all the facts do.
 * 2. A snapshot of other rules, or one that does not open, counts as none: the whole stream is read.
 * 3. A state that was folded under one key of a customer is not used under another: after an erasure the stream is read
 *    again, and erased values read as erased (CX-08).
 * 4. A stream of any length is read in pages, and in full before it is used.
 */
export class Hydrator<State> implements StreamMemory<State> {
  private readonly cache = new LRUCache<string, Entry<State>>({ maxSize: CACHED_BYTES });
  private readonly snapshots: SnapshotWriter;
  private readonly foldName: string;
  private waiting = new Map<string, Waiting<State>[]>();

  constructor(private readonly parts: HydratorParts<State>) {
    const { database, keyring, definition, onTrouble } = parts;
    this.foldName = foldName(definition.rulesHash);
    this.snapshots = new SnapshotWriter(database, keyring, this.foldName, onTrouble);
  }

  cached(stream: string): Entry<State> | undefined {
    const entry = this.cache.get(stream);
    return entry && entry.keyId === this.keyIdOf(stream, entry) ? entry : undefined;
  }

  /** Stores an entry whose facts are committed. */
  keep(stream: string, entry: Entry<State>): Entry<State> {
    const isLong = entry.version - entry.snapshotAt >= SNAPSHOT_EVERY;
    const known = this.cache.info(stream)?.size;
    const isMeasured = known !== undefined && entry.version < 2 * entry.sizedAt;
    const size = isMeasured ? known : sizeOf(entry);
    const kept = {
      ...entry,
      sizedAt: isMeasured ? entry.sizedAt : entry.version,
      keyId: entry.keyId ?? this.keyIdOf(stream, entry),
      snapshotAt: isLong ? entry.version : entry.snapshotAt,
    };
    this.cache.set(stream, kept, { size });
    if (isLong) this.snapshots.add(stream, kept);
    return kept;
  }

  forget(stream: string): void {
    this.cache.delete(stream);
  }

  empty(): Entry<State> {
    return emptyEntry(this.parts.definition.decider);
  }

  /** The stream as it is in the log now. Requests of one tick are read in one round trip. */
  fresh(stream: string): Promise<Entry<State>> {
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) queueMicrotask(() => void this.flush());
      const waiting = this.waiting.get(stream) ?? [];
      waiting.push({ resolve, reject });
      this.waiting.set(stream, waiting);
    });
  }

  /** Writes the snapshots that wait. */
  close(): Promise<void> {
    return this.snapshots.close();
  }

  private async flush(): Promise<void> {
    const wanted = this.waiting;
    this.waiting = new Map();
    try {
      await this.fetch(wanted);
    } catch (error) {
      // One stream that Postgres refuses must not keep the others from being read.
      if (wanted.size === 1) for (const { reject } of [...wanted.values()].flat()) reject(error);
      else
        await Promise.all(
          [...wanted].map((one) =>
            this.fetch(new Map([one])).catch((failure: unknown) => one[1].forEach(({ reject }) => reject(failure))),
          ),
        );
    }
  }

  private async fetch(wanted: ReadonlyMap<string, readonly Waiting<State>[]>): Promise<void> {
    const streams = [...wanted.keys()];
    this.parts.onRead?.(streams.length);
    const [entries, lines] = await Promise.all([this.readOn(streams), this.lastLines(streams)]);
    for (const [stream, waiting] of wanted) {
      const entry = entries.get(stream)!;
      const kept = this.keep(stream, { ...entry, uiSeq: Math.max(entry.uiSeq, lines.get(stream) ?? 0) });
      for (const { resolve } of waiting) resolve(kept);
    }
  }

  /** Folds each stream from where it is known to its end. */
  private async readOn(streams: readonly string[]): Promise<ReadonlyMap<string, Entry<State>>> {
    const entries = new Map(streams.map((stream) => [stream, this.cached(stream) ?? this.empty()]));
    const whole = new Set<string>();
    for (let behind = streams; behind.length > 0;) {
      const places = behind.map((stream) => ({
        stream,
        after: entries.get(stream)!.version,
        whole: whole.has(stream),
      }));
      const page = Math.min(PAGE_FACTS, Math.ceil(QUERY_FACTS / behind.length));
      const pages = await readStreamPages(this.parts.database, places, this.foldName, page);
      const wires = new Map(
        [...pages].map(([stream, { envelopes }]) => [
          stream,
          envelopes.map((envelope) => JSON.parse(envelope) as WireEvent),
        ]),
      );
      await this.loadKeys(pages, [...wires.values()].flat());
      const next: string[] = [];
      for (const stream of behind) {
        const base = this.baseOf(stream, pages.get(stream)!, entries.get(stream)!);
        if (!base) whole.add(stream);
        else entries.set(stream, await this.foldOn(stream, base, wires.get(stream)!));
        if (!base || wires.get(stream)!.length === page) next.push(stream);
      }
      behind = next;
    }
    return entries;
  }

  private async loadKeys(pages: ReadonlyMap<string, StreamPage>, wires: readonly WireEvent[]): Promise<void> {
    const ofSnapshots = [...pages].flatMap(([stream, { snapshot }]) =>
      snapshot ? [{ ...customerOf(stream, snapshot.customerId), keyId: keyIdIn(snapshot.body) }] : [],
    );
    await this.parts.keyring.load([...customersOf(wires), ...ofSnapshots]);
  }

  /** The entry that the facts are folded onto; null when the snapshot before them is unusable. */
  private baseOf(stream: string, { snapshot }: StreamPage, entry: Entry<State>): Entry<State> | null {
    try {
      return snapshot ? openSnapshot<State>(stream, snapshot, this.parts.keyring) : entry;
    } catch (error) {
      this.parts.onTrouble(error);
      return null;
    }
  }

  private async foldOn(stream: string, base: Entry<State>, wires: readonly WireEvent[]): Promise<Entry<State>> {
    const { decider, feeds } = this.parts.definition;
    if (wires.length === 0) return base;
    // Before the facts are opened: were the key replaced in the meantime, the entry counts as folded under the old one.
    const keyId = base.keyId ?? this.keyIdOf(stream, { customerId: wires[0]!.customerid });
    const events = await this.parts.store.open(wires);
    return { ...events.reduce((folded, event) => fold(decider, feeds, folded, event), base), keyId };
  }

  private keyIdOf(stream: string, { customerId }: Pick<Entry<State>, 'customerId'>): string | null {
    return this.parts.keyring.keyIdOf(customerOf(stream, customerId));
  }

  /** Where each run's UI log ends; only for an app that shows something. */
  private async lastLines(streams: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (!this.parts.definition.audience) return new Map();
    const { rows } = await this.parts.database.pool.query<{ stream: string; seq: number }>({
      name: 'ui-heads',
      text: `select wanted.stream, coalesce((select max(seq) from ui_log where run_id = wanted.run_id), 0) as seq
             from unnest($1::text[], $2::text[]) as wanted (stream, run_id)`,
      values: [streams, streams.map((stream) => stream.split('-').slice(2).join('-'))],
    });
    return new Map(rows.map((row) => [row.stream, row.seq]));
  }
}
