import type { EventName, RecordedOf, WireEvent } from '@arbiter/contracts';
import type { Database } from '../database';
import { isOfNewerRelease } from './codec';
import type { EventStore } from './event-store';

/** The position of a reader in the whole log. */
export interface LogPosition {
  readonly generation: number;
  readonly transactionId: string;
  readonly position: number;
}

export const LOG_START: LogPosition = { generation: 0, transactionId: '0', position: 0 };

export interface LogPage {
  readonly events: readonly RecordedOf<EventName>[];
  /** the type of each event, as it is stored, and its position */
  readonly places: readonly (Omit<LogPosition, 'generation'> & { readonly type: string })[];
  /** types of facts on this page that a newer release alone can read; they are not among the events */
  readonly newer: readonly string[];
  /** how many facts the page spans, read or not */
  readonly length: number;
  readonly next: LogPosition;
  /** the log was restored since: everything folded before must be dropped */
  readonly restarted: boolean;
}

/**
 * Reads the whole log in an order no later commit can slip into: only transactions below every one still running
 * (pg_snapshot_xmin), by transaction, then position. A long writer stalls readers; it never makes them skip.
 * `until` ends a page early, at that position.
 */
export async function readLog(
  database: Database,
  store: EventStore,
  after: LogPosition,
  limit = 1_000,
  until?: LogPosition,
): Promise<LogPage> {
  const generation = await database.query.selectFrom('generation').select('generation').executeTakeFirstOrThrow();
  const restarted = after.generation !== 0 && after.generation !== generation.generation;
  const from = restarted ? LOG_START : after;
  const { rows } = await database.pool.query<{ envelope: string; position: number; transaction_id: string }>({
    name: until ? 'read-log-until' : 'read-log',
    text: `select whole_envelope(event) as envelope, position, transaction_id::text from event
           where (transaction_id, position) > ($1::xid8, $2::bigint) and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
           ${until ? 'and (transaction_id, position) <= ($4::xid8, $5::bigint)' : ''} order by event.transaction_id, event.position limit $3`,
    values: [from.transactionId, from.position, limit, ...(until ? [until.transactionId, until.position] : [])],
  });
  const last = rows.at(-1);
  const facts = rows.map((row) => ({
    wire: JSON.parse(row.envelope) as WireEvent,
    transactionId: row.transaction_id,
    position: row.position,
  }));
  const readable = facts.filter(({ wire }) => !isOfNewerRelease(wire.type));
  return {
    events: await store.open(readable.map(({ wire }) => wire)),
    places: readable.map(({ wire: { type }, transactionId, position }) => ({ type, transactionId, position })),
    newer: [...new Set(facts.map(({ wire }) => wire.type).filter(isOfNewerRelease))],
    length: rows.length,
    next: {
      generation: generation.generation,
      transactionId: last?.transaction_id ?? from.transactionId,
      position: last?.position ?? from.position,
    },
    restarted,
  };
}

/**
 * Whether the log has something after a place that `readLog` would read, or was restored since. Much cheaper than to
 * read.
 */
export async function hasMoreLog(database: Database, after: LogPosition): Promise<boolean> {
  const { rows } = await database.pool.query<{ more: boolean }>({
    name: 'log-more',
    text: `select (select generation from generation) <> $1
             or exists (select from event where (transaction_id, position) > ($2::xid8, $3::bigint) and transaction_id < pg_snapshot_xmin(pg_current_snapshot())) as more`,
    values: [after.generation, after.transactionId, after.position],
  });
  return rows[0]!.more;
}

type Place = Pick<LogPosition, 'transactionId' | 'position'>;

/** Below zero when `one` comes before `other` in the log. */
export function compareLogPositions(one: Place, other: Place): number {
  const transactions = BigInt(one.transactionId) - BigInt(other.transactionId);
  return transactions === 0n ? one.position - other.position : transactions < 0n ? -1 : 1;
}
