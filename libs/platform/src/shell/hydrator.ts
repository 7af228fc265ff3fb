import type { EventName, RecordedOf } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import type { Database } from '../event-store/database';
import type { EventStore } from '../event-store/event-store';
import { emptyEntry, fold, type Entry } from './entry';
import type { ShellDefinition } from './definition';

const CACHED_STREAMS = 20_000;

interface Waiting<State> {
  readonly known: Entry<State> | undefined;
  readonly resolve: (entry: Entry<State>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Folded streams, cached. In steady state nothing is read: a stream is folded as its facts are written here; what another
 * replica wrote shows as a conflict, and only what is missing is read then.
 */
export class Hydrator<State> {
  private readonly cache = new LRUCache<string, Entry<State>>({ max: CACHED_STREAMS });
  private waiting = new Map<string, Waiting<State>[]>();

  constructor(
    private readonly store: EventStore,
    private readonly database: Database,
    private readonly definition: ShellDefinition<State>,
  ) {}

  cached(stream: string): Entry<State> | undefined {
    return this.cache.get(stream);
  }

  keep(stream: string, entry: Entry<State>): void {
    this.cache.set(stream, entry);
  }

  forget(stream: string): void {
    this.cache.delete(stream);
  }

  empty(): Entry<State> {
    return emptyEntry(this.definition.decider);
  }

  /** The stream as it stands in the log now. Requests of one tick are read in one round trip. */
  fresh(stream: string): Promise<Entry<State>> {
    return new Promise((resolve, reject) => {
      if (this.waiting.size === 0) queueMicrotask(() => void this.flush());
      const waiting = this.waiting.get(stream) ?? [];
      waiting.push({ known: this.cache.get(stream), resolve, reject });
      this.waiting.set(stream, waiting);
    });
  }

  private async flush(): Promise<void> {
    const wanted = this.waiting;
    this.waiting = new Map();
    try {
      await this.fetch(wanted);
    } catch (error) {
      // One stream that Postgres refuses must not keep the others from being read.
      if (wanted.size === 1) for (const { reject } of [...wanted.values()].flat()) reject(error);
      else await Promise.all([...wanted].map((one) => this.fetch(new Map([one])).catch((failure: unknown) => one[1].forEach(({ reject }) => reject(failure)))));
    }
  }

  private async fetch(wanted: ReadonlyMap<string, readonly Waiting<State>[]>): Promise<void> {
    const positions = [...wanted].map(([stream, [first]]) => ({ stream, after: first!.known?.version ?? 0 }));
    const [events, lines] = await Promise.all([this.store.read(positions), this.lastLines([...wanted.keys()])]);
    for (const [stream, waiting] of wanted) {
      const entry = this.foldAll(waiting[0]!.known ?? this.empty(), events.get(stream) ?? []);
      const complete = { ...entry, uiSeq: Math.max(entry.uiSeq, lines.get(stream) ?? 0) };
      this.cache.set(stream, complete);
      for (const { resolve } of waiting) resolve(complete);
    }
  }

  private foldAll(entry: Entry<State>, events: readonly RecordedOf<EventName>[]): Entry<State> {
    return events.reduce((folded, event) => fold(this.definition.decider, this.definition.feeds, folded, event), entry);
  }

  /** Where each run's UI log ends; only for an app that shows something. */
  private async lastLines(streams: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (!this.definition.audience) return new Map();
    const { rows } = await this.database.pool.query<{ stream: string; seq: number }>({
      name: 'ui-heads',
      text: `select wanted.stream, coalesce((select max(seq) from ui_log where run_id = wanted.run_id), 0) as seq
             from unnest($1::text[], $2::text[]) as wanted (stream, run_id)`,
      values: [streams, streams.map((stream) => stream.split('-').slice(2).join('-'))],
    });
    return new Map(rows.map((row) => [row.stream, row.seq]));
  }
}
