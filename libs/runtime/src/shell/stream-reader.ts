import type { WireEvent } from '@arbiter/contracts';
import { type Database, customersOf, type EventStore, keyIdIn, type Keyring } from '@arbiter/store';
import { fold, type Entry } from './entry';
import type { ShellDefinition } from './shell-definition';
import { customerOf, openSnapshot } from './snapshot';
import { readStreamPages, type StreamPage } from './snapshot-table';

/** of one stream, and of all streams of a query together: bounds the facts in memory at once */
const PAGE_FACTS = 1_000;
const QUERY_FACTS = 20_000;

export interface StreamReaderParts<State> {
  readonly store: EventStore;
  readonly database: Database;
  readonly keyring: Keyring;
  readonly definition: ShellDefinition<State>;
  /** of the snapshots that may be used (foldName) */
  readonly foldName: string;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Reads streams from the log and folds them.
 *
 * 1. A snapshot and the facts after it fold to the same entry as all the facts do.
 * 2. A snapshot of other rules, or one that does not open, counts as none: the whole stream is read.
 * 3. A stream of any length is read in pages, and in full before it is used.
 */
export class StreamReader<State> {
  constructor(private readonly parts: StreamReaderParts<State>) {}

  /** Each stream as it is in the log now, folded on from where it is known. */
  async read(known: ReadonlyMap<string, Entry<State>>): Promise<ReadonlyMap<string, Entry<State>>> {
    const streams = [...known.keys()];
    const [entries, lines] = await Promise.all([this.foldToEnd(known), this.lastLines(streams)]);
    return new Map(
      [...entries].map(([stream, entry]) => [
        stream,
        { ...entry, uiSeq: Math.max(entry.uiSeq, lines.get(stream) ?? 0) },
      ]),
    );
  }

  private async foldToEnd(known: ReadonlyMap<string, Entry<State>>): Promise<ReadonlyMap<string, Entry<State>>> {
    const entries = new Map(known);
    const whole = new Set<string>();
    for (let behind = [...known.keys()]; behind.length > 0;) {
      const places = behind.map((stream) => ({
        stream,
        after: entries.get(stream)!.version,
        whole: whole.has(stream),
      }));
      const page = Math.min(PAGE_FACTS, Math.ceil(QUERY_FACTS / behind.length));
      const pages = await readStreamPages(this.parts.database, places, this.parts.foldName, page);
      const wires = wiresOf(pages);
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
    const { definition, keyring, store } = this.parts;
    if (wires.length === 0) return base;
    // Before the facts are opened: were the key replaced in the meantime, the entry counts as folded under the old one.
    const keyId = base.keyId ?? keyring.keyIdOf(customerOf(stream, wires[0]!.customerid));
    const events = await store.open(wires);
    const { decider, feeds } = definition;
    return { ...events.reduce((folded, event) => fold(decider, feeds, folded, event), base), keyId };
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

const wiresOf = (pages: ReadonlyMap<string, StreamPage>): ReadonlyMap<string, readonly WireEvent[]> =>
  new Map(
    [...pages].map(([stream, { envelopes }]) => [
      stream,
      envelopes.map((envelope) => JSON.parse(envelope) as WireEvent),
    ]),
  );
