import { randomUUID } from 'node:crypto';
import { parseStream, parseType, terminal, travels, type EventName, type Recorded, type RecordedOf, type WireEvent } from '@arbiter/contracts';
import type { Sealer } from '../sealing/sealer';
import { customersOf, decodeEvent, encodeEvent, eventType } from './codec';
import type { Database } from './database';
import { OpeningDays } from './opening-days';
import { readSql, statement, type Statement } from './sql';

/** Facts of one stream that stand or fall together. */
export interface StreamAppend {
  readonly stream: string;
  readonly events: readonly RecordedOf<EventName>[];
  /** by index into events: what the decision was made upon, at the first fact of each decision */
  readonly decisions: readonly (string | null)[];
  readonly due: readonly { readonly key: string; readonly at: string | null }[];
  readonly ui: readonly UiRow[];
  /** unique within the stream, for facts received from outside */
  readonly dedupeKey?: string;
}

export interface UiRow {
  readonly runId: string;
  readonly seq: number;
  readonly tenant: string;
  readonly sessionId: string;
  readonly body: string;
}

export interface Appended {
  /** streams that were taken; the others met a conflict and lost nothing */
  readonly accepted: ReadonlySet<string>;
  readonly outboxId: string;
  readonly travelling: readonly CommittedEvent[];
}

/** An event as it is published. */
export interface Envelope {
  readonly id: string;
  readonly name: EventName;
  readonly tenant: string;
  readonly stream: string;
  readonly version: number;
  readonly text: string;
}

/** An event that this process has just committed. */
export interface CommittedEvent extends Envelope {
  readonly event: RecordedOf<EventName>;
}

export interface StoredDecision {
  readonly event: RecordedOf<EventName>;
  readonly decision: string | null;
}

/** of one stream, read at once where all of it is wanted */
const PAGE_FACTS = 1_000;

const APPEND = readSql('append.sql');
const OUTBOX = readSql('append-outbox.sql');
const DUE = readSql('append-due.sql');
const UI = readSql('append-ui.sql');
const TAKEN = 'select stream_id from head';
const TAKEN_WITH_DAY = 'select stream_id, case when first_version = 1 then opening_day(recorded_at)::text end as opened_on from head';

const VARIANTS = new Map<string, Statement>();
for (const due of [false, true]) {
  for (const ui of [false, true]) {
    const text = `${APPEND}${OUTBOX}${due ? DUE : ''}${ui ? `${UI}${TAKEN_WITH_DAY}` : TAKEN}`;
    VARIANTS.set(`${due}/${ui}`, statement(`append${due ? '-due' : ''}${ui ? '-ui' : ''}`, text));
  }
}

/** Where a reader of a stream stands. */
interface Position {
  readonly stream: string;
  readonly after: number;
}

const fromBeginning = (stream: string): Position => ({ stream, after: 0 });

/** The append-only log (architecture, section 3). */
export class EventStore {
  readonly openingDays = new OpeningDays();

  constructor(private readonly database: Database, private readonly sealer: Sealer, private readonly app: string) {}

  /** Appends in one round trip, with timers, outbox and UI lines. Throws only what Postgres throws. */
  async append(appends: readonly StreamAppend[]): Promise<Appended> {
    const columns = new Columns(this.sealer, this.openingDays);
    for (const append of appends) columns.add(append);
    const outboxId = randomUUID();
    const values = columns.values(outboxId, this.app);
    const variant = VARIANTS.get(`${columns.hasDue}/${columns.hasUi}`)!;
    const { rows } = await this.database.pool.query<{ stream_id: string; opened_on?: string | null }>({
      name: variant.name,
      text: variant.text,
      values: variant.parameters.map((parameter) => values[parameter]),
    });
    for (const row of rows) if (row.opened_on) this.openingDays.note(row.stream_id, row.opened_on);
    const accepted = new Set(rows.map((row) => row.stream_id));
    return { accepted, outboxId, travelling: columns.travelling.filter((envelope) => accepted.has(envelope.stream)) };
  }

  /** The facts of streams after a version each, in order: all of them, or at most `limit` of each, in one round trip. */
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
             join lateral (select version, envelope from event where event.stream_id = wanted.stream_id and version > after
                           order by version limit $3) as found on true
             order by stream_id, version`,
      values: [positions.map((position) => position.stream), positions.map((position) => position.after), limit],
    });
    return rows.map(({ envelope }) => JSON.parse(envelope) as WireEvent);
  }

  private async readWires(positions: readonly Position[]): Promise<readonly WireEvent[]> {
    const found: WireEvent[] = [];
    for (let open = positions; open.length > 0; ) {
      const page = await this.readPage(open, PAGE_FACTS);
      found.push(...page);
      open = open.flatMap(({ stream }) => {
        const own = page.filter(({ subject }) => subject === stream);
        return own.length === PAGE_FACTS ? [{ stream, after: own.at(-1)!.streamversion }] : [];
      });
    }
    return found;
  }

  /** The facts of these kinds in these streams, for who makes no state of them: what else is there, even of a newer release, is not opened. */
  async readKinds(streams: readonly string[], kinds: ReadonlySet<EventName>): Promise<readonly RecordedOf<EventName>[]> {
    const wires = (await this.readWires(streams.map(fromBeginning))).filter(({ type }) => kinds.has(parseType(type)?.name as EventName));
    return this.open(wires);
  }

  /** Every fact of these streams, in order within each. */
  async readAll(streams: readonly string[]): Promise<readonly RecordedOf<EventName>[]> {
    return this.open(await this.readWires(streams.map(fromBeginning)));
  }

  /** A stream with what each decision was made upon, for replay. */
  async readDecisions(stream: string): Promise<readonly StoredDecision[]> {
    const rows = await this.database.query.selectFrom('event').select(['envelope', 'decision']).where('stream_id', '=', stream).orderBy('version').execute();
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
      .selectFrom('event').select('envelope').where('stream_id', '=', stream).where('dedupe_key', '=', dedupeKey).executeTakeFirst();
    return row ? (await this.decode([row.envelope]))[0]! : null;
  }

  async decode(envelopes: readonly string[]): Promise<RecordedOf<EventName>[]> {
    return this.open(envelopes.map((envelope) => JSON.parse(envelope) as WireEvent));
  }

  /** Opens wire events; one that came as a reference is fetched from the log. */
  async open(wires: readonly WireEvent[]): Promise<RecordedOf<EventName>[]> {
    await this.sealer.load(customersOf(wires));
    return Promise.all(wires.map((wire) => (wire.data === undefined ? this.fetch(wire) : decodeEvent(wire, this.sealer))));
  }

  /** What is needed to decide upon events that were not read from here. */
  prepare(events: readonly RecordedOf<EventName>[]): Promise<void> {
    return this.sealer.load(events.map(({ tenant, customerId }) => ({ tenant, customerId })));
  }

  private async fetch(wire: WireEvent): Promise<RecordedOf<EventName>> {
    const events = await this.read([{ stream: wire.subject, after: wire.streamversion - 1 }], 1);
    return events.get(wire.subject)![0]!;
  }
}

/** Columns of text go as one string the server splits: an array literal would be escaped here and unescaped there. */
const JOINED = new Set(['streams', 'types', 'envelopes', 'decisions', 'dedupe_keys', 'outbox_streams', 'due_streams', 'due_keys', 'due_categories',
  'ui_streams', 'ui_runs', 'ui_tenants', 'ui_sessions', 'ui_bodies']);
const SEPARATOR = '\u001f';

function joined(name: string, column: readonly (string | null)[]): string {
  if (column.some((value) => value?.includes(SEPARATOR))) throw terminal('control_character', `${name} holds U+001F, which nothing stored may hold`, name);
  return column.join(SEPARATOR);
}

/** Gathers a batch into the arrays of the append statement, sorted nowhere: the statement sorts. */
class Columns {
  readonly travelling: CommittedEvent[] = [];
  hasDue = false;
  hasUi = false;
  private readonly event = { streams: [] as string[], versions: [] as number[], ids: [] as string[], types: [] as string[], envelopes: [] as string[],
    decisions: [] as (string | null)[], dedupe_keys: [] as (string | null)[], firsts: [] as boolean[] };
  private readonly outbox = { outbox_streams: [] as string[], outbox_from: [] as number[], outbox_to: [] as number[] };
  private readonly due = { due_streams: [] as string[], due_keys: [] as string[], due_categories: [] as string[], due_ats: [] as (string | null)[] };
  private readonly ui = { ui_streams: [] as string[], ui_runs: [] as string[], ui_seqs: [] as number[], ui_tenants: [] as string[],
    ui_sessions: [] as string[], ui_bodies: [] as string[], ui_days: [] as (string | null)[] };

  constructor(private readonly sealer: Sealer, private readonly openingDays: OpeningDays) {}

  add(append: StreamAppend): void {
    append.events.forEach((event, index) => this.addEvent(event, append.decisions[index] ?? null, index === 0, append.dedupeKey));
    const first = append.events[0]!;
    const last = append.events.at(-1)!;
    if (append.events.some((event) => travels(event.name))) {
      this.outbox.outbox_streams.push(append.stream);
      this.outbox.outbox_from.push(first.version);
      this.outbox.outbox_to.push(last.version);
    }
    for (const change of append.due) this.addDue(append.stream, change.key, change.at);
    for (const row of append.ui) this.addUi(append.stream, row);
  }

  values(outboxId: string, app: string): Record<string, unknown> {
    const columns: Record<string, readonly unknown[]> = { ...this.event, ...this.outbox, ...this.due, ...this.ui };
    const values = Object.entries(columns).map(([name, column]) => [name, JOINED.has(name) ? joined(name, column as readonly (string | null)[]) : column]);
    return { ...Object.fromEntries(values), outbox_id: outboxId, app };
  }

  private addEvent(event: Recorded, decision: string | null, first: boolean, dedupeKey?: string): void {
    const text = encodeEvent(event, this.sealer);
    this.event.streams.push(event.stream);
    this.event.versions.push(event.version);
    this.event.ids.push(event.id);
    this.event.types.push(eventType(event.name));
    this.event.envelopes.push(text);
    this.event.decisions.push(decision);
    this.event.dedupe_keys.push(first ? (dedupeKey ?? null) : null);
    this.event.firsts.push(first);
    if (travels(event.name)) {
      this.travelling.push({ id: event.id, name: event.name, tenant: event.tenant, stream: event.stream, version: event.version, text, event: event as RecordedOf<EventName> });
    }
  }

  private addDue(stream: string, key: string, at: string | null): void {
    this.hasDue = true;
    this.due.due_streams.push(stream);
    this.due.due_keys.push(key);
    this.due.due_categories.push(parseStream(stream).category);
    this.due.due_ats.push(at);
  }

  private addUi(stream: string, row: UiRow): void {
    this.hasUi = true;
    this.ui.ui_streams.push(stream);
    this.ui.ui_runs.push(row.runId);
    this.ui.ui_seqs.push(row.seq);
    this.ui.ui_tenants.push(row.tenant);
    this.ui.ui_sessions.push(row.sessionId);
    this.ui.ui_bodies.push(row.body);
    this.ui.ui_days.push(this.openingDays.of(row));
  }
}
