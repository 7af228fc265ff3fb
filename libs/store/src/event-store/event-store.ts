import { parseType, type EventName, type Recorded, type RecordedOf, type WireEvent } from '@arbiter/contracts';
import type { Database } from '../database';
import type { Sealer } from '../sealing';
import type { Appended, StoredDecision, StreamAppend } from './append';
import { AppendPart } from './append-part';
import { customersOf, decodeEvent, encodeEvent } from './codec';
import { wholeEnvelope } from './log-format';
import { OpeningDays } from './opening-days';

/** of one stream, read at once where all of it is wanted */
const PAGE_FACTS = 1_000;

/** The position of a reader in a stream. */
interface Position {
  readonly stream: string;
  readonly after: number;
}

const fromBeginning = (stream: string): Position => ({ stream, after: 0 });

/** The append-only log (architecture, section 3). */
export class EventStore {
  readonly openingDays = new OpeningDays();

  constructor(
    readonly database: Database,
    readonly sealer: Sealer,
    readonly app: string,
  ) {}

  /**
   * A part to be appended in one round trip, with timers, outbox and UI lines. Throws when a fact cannot be written
   * out.
   */
  part(appends: readonly StreamAppend[]): AppendPart {
    return new AppendPart(this, appends);
  }

  /** A fact as it is published. Throws when it cannot be written out. */
  encode(event: Recorded): string {
    return encodeEvent(event, this.sealer);
  }

  /** Throws the errors of Postgres, and when a fact cannot be written out. */
  async append(appends: readonly StreamAppend[]): Promise<Appended> {
    return this.part(appends).write();
  }

  /**
   * The facts of streams after a version each, in order: all of them, or at most `limit` of each, in one round trip.
   */
  async read(positions: readonly Position[], limit?: number): Promise<Map<string, RecordedOf<EventName>[]>> {
    const result = new Map(positions.map(({ stream }): [string, RecordedOf<EventName>[]] => [stream, []]));
    const wires = limit === undefined ? await this.readWires(positions) : await this.readPage(positions, limit);
    for (const event of await this.open(wires)) result.get(event.stream)!.push(event);
    return result;
  }

  /** The same as they are stored, stream by stream. */
  private async readPage(positions: readonly Position[], limit: number): Promise<readonly WireEvent[]> {
    if (positions.length === 0) return [];
    const { rows } = await this.database.pool.query<{ stream_id: string; envelope: string }>({
      name: 'read-streams',
      text: `select stream_id, envelope from unnest($1::text[], $2::int[]) as wanted (stream_id, after)
             join lateral (select version, whole_envelope(event) as envelope from event where event.stream_id = wanted.stream_id and version > after
                           order by version limit $3) as found on true
             order by stream_id, version`,
      values: [positions.map((position) => position.stream), positions.map((position) => position.after), limit],
    });
    return rows.map(({ envelope }) => JSON.parse(envelope) as WireEvent);
  }

  private async readWires(positions: readonly Position[]): Promise<readonly WireEvent[]> {
    const found: WireEvent[] = [];
    for (let open = positions; open.length > 0;) {
      const page = await this.readPage(open, PAGE_FACTS);
      found.push(...page);
      open = open.flatMap(({ stream }) => {
        const own = page.filter(({ subject }) => subject === stream);
        return own.length === PAGE_FACTS ? [{ stream, after: own.at(-1)!.streamversion }] : [];
      });
    }
    return found;
  }

  /**
   * The facts of these kinds in these streams, for a caller that folds no state. Other facts, even of a newer release,
   * are not opened.
   */
  async readKinds(
    streams: readonly string[],
    kinds: ReadonlySet<EventName>,
  ): Promise<readonly RecordedOf<EventName>[]> {
    const wires = (await this.readWires(streams.map(fromBeginning))).filter(({ type }) =>
      kinds.has(parseType(type)?.name as EventName),
    );
    return this.open(wires);
  }

  /** Every fact of these streams, in order within each. */
  async readAll(streams: readonly string[]): Promise<readonly RecordedOf<EventName>[]> {
    return this.open(await this.readWires(streams.map(fromBeginning)));
  }

  /** A stream with the record of each decision, for replay. */
  async readDecisions(stream: string): Promise<readonly StoredDecision[]> {
    const rows = await this.database.query
      .selectFrom('event')
      .select([wholeEnvelope, 'decision'])
      .where('stream_id', '=', stream)
      .orderBy('version')
      .execute();
    const events = await this.decode(rows.map((row) => row.envelope));
    return events.map((event, index) => ({ event, decision: rows[index]!.decision }));
  }

  /** The newest version of each stream; 0 for one that does not exist. */
  async heads(streams: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.database.pool.query<{ stream_id: string; version: number }>({
      name: 'heads',
      text: `select wanted.stream_id, coalesce((select max(version) from event where event.stream_id = wanted.stream_id), 0) as version
             from unnest($1::text[]) as wanted (stream_id)`,
      values: [streams],
    });
    return new Map(rows.map((row) => [row.stream_id, row.version]));
  }

  /** The fact that was stored under a dedupe key, or null. */
  async findByDedupeKey(stream: string, dedupeKey: string): Promise<RecordedOf<EventName> | null> {
    const row = await this.database.query
      .selectFrom('event')
      .select(wholeEnvelope)
      .where('stream_id', '=', stream)
      .where('dedupe_key', '=', dedupeKey)
      .executeTakeFirst();
    return row ? (await this.decode([row.envelope]))[0]! : null;
  }

  async decode(envelopes: readonly string[]): Promise<RecordedOf<EventName>[]> {
    return this.open(envelopes.map((envelope) => JSON.parse(envelope) as WireEvent));
  }

  /** Opens wire events; one that came as a reference is fetched from the log. */
  async open(wires: readonly WireEvent[]): Promise<RecordedOf<EventName>[]> {
    await this.sealer.load(customersOf(wires));
    return Promise.all(
      wires.map((wire) => (wire.data === undefined ? this.fetch(wire) : decodeEvent(wire, this.sealer))),
    );
  }

  /** Loads the keys that are needed to decide upon events that were not read here. */
  prepare(events: readonly RecordedOf<EventName>[]): Promise<void> {
    return this.sealer.load(events.map(({ tenant, customerId }) => ({ tenant, customerId })));
  }

  private async fetch(wire: WireEvent): Promise<RecordedOf<EventName>> {
    const events = await this.read([{ stream: wire.subject, after: wire.streamversion - 1 }], 1);
    return events.get(wire.subject)![0]!;
  }
}
