import { TickBatch } from '@arbiter/store';
import { emptyEntry, type Entry } from './entry';
import { foldName } from './fold-name';
import { SnapshotWriter } from './snapshot-writer';
import { StreamCache } from './stream-cache';
import type { StreamMemory } from './stream-memory';
import { StreamReader, type StreamReaderParts } from './stream-reader';

export interface HydratorParts<State> extends Omit<StreamReaderParts<State>, 'foldName'> {
  /** called with the number of streams that are read at once: those that are not cached, or that have changed */
  readonly onRead?: (streams: number) => void;
}

/**
 * Folded streams, cached. In steady state nothing is read: a stream is folded as its facts are written here. Facts of
 * another replica show as a conflict, and then only the missing ones are read.
 */
export class Hydrator<State> implements StreamMemory<State> {
  private readonly cache: StreamCache<State>;
  private readonly reader: StreamReader<State>;
  private readonly snapshots: SnapshotWriter;
  private readonly reads = new TickBatch<Entry<State>>((streams) => this.read(streams));

  constructor(private readonly parts: HydratorParts<State>) {
    const { database, keyring, definition, onTrouble } = parts;
    const name = foldName(definition.rulesHash);
    this.snapshots = new SnapshotWriter(database, keyring, name, onTrouble);
    this.cache = new StreamCache(keyring, this.snapshots);
    this.reader = new StreamReader({ ...parts, foldName: name });
  }

  cached(stream: string): Entry<State> | undefined {
    return this.cache.get(stream);
  }

  /** Stores an entry whose facts are committed. */
  keep(stream: string, entry: Entry<State>): Entry<State> {
    return this.cache.keep(stream, entry);
  }

  forget(stream: string): void {
    this.cache.forget(stream);
  }

  empty(): Entry<State> {
    return emptyEntry(this.parts.definition.decider);
  }

  /** The stream as it is in the log now. Requests of one tick are read in one round trip. */
  async fresh(stream: string): Promise<Entry<State>> {
    return (await this.reads.get(stream))!;
  }

  /** Writes the snapshots that wait. */
  close(): Promise<void> {
    return this.snapshots.close();
  }

  private async read(streams: readonly string[]): Promise<ReadonlyMap<string, Entry<State>>> {
    this.parts.onRead?.(streams.length);
    const known = new Map(streams.map((stream) => [stream, this.cached(stream) ?? this.empty()]));
    const entries = await this.reader.read(known);
    return new Map([...entries].map(([stream, entry]) => [stream, this.keep(stream, entry)]));
  }
}
