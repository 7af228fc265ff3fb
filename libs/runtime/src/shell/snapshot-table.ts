import { readSql, statement, type Database } from '@arbiter/store';

/** A folded state as it is kept, its body sealed. */
export interface SnapshotRow {
  readonly stream: string;
  readonly version: number;
  /** names the code that it was folded with (foldName) */
  readonly fold: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly body: string;
}

/** The position of a stream's reader. */
export interface Place {
  readonly stream: string;
  readonly after: number;
  /** only the facts are wanted, no snapshot */
  readonly whole: boolean;
}

/** The page after a position: a snapshot, if there is one to begin from, and the first facts after it. */
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
 * Keeps the newest snapshot of each stream. A snapshot of another fold stays while its writer still writes. Otherwise
 * two releases beside each other would overwrite the row again and again, and after a rollback the older one would find
 * nothing. The write is not durable at once: a lost snapshot only costs its next reader time.
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
