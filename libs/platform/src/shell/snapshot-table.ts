import { readSql, statement, type Database } from '../database';

/** A folded state as it is kept, its body sealed. */
export interface SnapshotRow {
  readonly stream: string;
  readonly version: number;
  /** what it was folded with (foldName) */
  readonly fold: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly body: string;
}

/** Where the reader of a stream stands. */
export interface Place {
  readonly stream: string;
  readonly after: number;
  /** its facts alone are wanted, no snapshot */
  readonly whole: boolean;
}

/** What follows a place: a snapshot, if there is one to begin from, and the first facts after it. */
export interface StreamPage {
  readonly snapshot: Pick<SnapshotRow, 'version' | 'customerId' | 'body'> | null;
  readonly envelopes: readonly string[];
}

interface Row {
  readonly stream_id: string;
  readonly version: number;
  readonly envelope: string | null;
  readonly customer_id: string;
  readonly body: string;
}

/**
 * A snapshot of another release that was not renewed for this long is of one that is gone, or of a stream that rests.
 */
const TAKEN_OVER_AFTER = '1 hour';

const READ = statement('hydrate', readSql('read-streams.sql'));

/** Reads on in streams, at most `page` facts each. One round trip. */
export async function readStreamPages(
  database: Database,
  places: readonly Place[],
  fold: string,
  page: number,
): Promise<ReadonlyMap<string, StreamPage>> {
  const values: Record<string, unknown> = {
    streams: places.map(({ stream }) => stream),
    afters: places.map(({ after }) => after),
    wholes: places.map(({ whole }) => whole),
    fold,
    page,
  };
  const { rows } = await database.pool.query<Row>({
    name: READ.name,
    text: READ.text,
    values: READ.parameters.map((parameter) => values[parameter]),
  });
  const pages = new Map(
    places.map(({ stream }) => [stream, { snapshot: null as StreamPage['snapshot'], envelopes: [] as string[] }]),
  );
  for (const { stream_id, version, envelope, customer_id, body } of rows) {
    const found = pages.get(stream_id)!;
    if (envelope === null) found.snapshot = { version, customerId: customer_id, body };
    else found.envelopes.push(envelope);
  }
  return pages;
}

/**
 * Keeps the newest snapshot of each stream. One of another fold stands while its writer writes on: two releases beside
 * each other would take the row from each other again and again, and the one that is rolled back to would find nothing.
 * Not durable at once: one that is lost costs its next reader time and nothing else.
 */
export async function writeSnapshots(database: Database, rows: readonly SnapshotRow[]): Promise<void> {
  const sorted = rows.toSorted((one, other) => (one.stream < other.stream ? -1 : 1));
  await database.lazily({
    name: 'snapshot-write',
    text: `insert into snapshot (stream_id, version, fold, tenant, customer_id, body)
           select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[])
           on conflict (stream_id) do update set version = excluded.version, fold = excluded.fold, customer_id = excluded.customer_id, body = excluded.body,
             created_at = now()
           where case when snapshot.fold = excluded.fold then snapshot.version <= excluded.version
             else snapshot.created_at < now() - interval '${TAKEN_OVER_AFTER}' end`,
    values: (['stream', 'version', 'fold', 'tenant', 'customerId', 'body'] as const).map((column) =>
      sorted.map((row) => row[column]),
    ),
  });
}
