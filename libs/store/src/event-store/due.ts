import type { Category } from '@arbiter/contracts';
import type { Database } from '../database';

export interface DueTimer {
  readonly stream: string;
  readonly key: string;
}

/** A timer that is due, and when that was found, by the clock of Postgres (ISO 8601). */
export interface ClaimedTimer extends DueTimer {
  readonly at: string;
}

/**
 * A claim lapses after this long, about the time in which another process can take over the timers of one that ended.
 */
const LEASE_SECONDS = 3;

/**
 * Claims due timers for `leaseSeconds`. A timer that is claimed twice is decided twice, the second time to no effect.
 */
export async function claimDue(
  database: Database,
  category: Category,
  leaseSeconds = LEASE_SECONDS,
  limit = 200,
): Promise<readonly ClaimedTimer[]> {
  const { rows } = await database.pool.query<{ stream_id: string; key: string; at: number }>({
    name: 'due-claim',
    text: `update due set claimed_until = now() + make_interval(secs => $2) where (stream_id, key) in (
             select stream_id, key from due where category = $1 and due_at <= now() and (claimed_until is null or claimed_until < now())
             order by due_at limit $3 for update skip locked)
           returning stream_id, key, (extract(epoch from now()) * 1000)::float8 as at`,
    values: [category, leaseSeconds, limit],
  });
  return rows.map((row) => ({ stream: row.stream_id, key: row.key, at: new Date(Math.ceil(row.at)).toISOString() }));
}

/** How long, in milliseconds, until the time of the next timer comes that is not due yet; null when there is none. */
export async function untilNextDue(database: Database, category: Category): Promise<number | null> {
  const { rows } = await database.pool.query<{ wait: number | null }>({
    name: 'due-next',
    text: 'select (extract(epoch from min(due_at) - now()) * 1000)::float8 as wait from due where category = $1 and due_at > now()',
    values: [category],
  });
  return rows[0]?.wait ?? null;
}

/** Clears a timer that found nothing to do, unless it was set anew meanwhile. */
export async function clearDue(database: Database, timer: DueTimer): Promise<void> {
  await database.pool.query({
    name: 'due-clear',
    text: 'delete from due where stream_id = $1 and key = $2 and due_at <= now()',
    values: [timer.stream, timer.key],
  });
}

/**
 * Postpones a timer to so many seconds from now, by the clock of Postgres, if it is still set for `from` and not yet
 * due. Returns its new time (ISO 8601 as Postgres writes it); null when it is due already or was changed.
 */
export async function postponeDue(
  database: Database,
  timer: DueTimer,
  from: string,
  seconds: number,
): Promise<string | null> {
  const { rows } = await database.pool.query<{ at: string }>({
    name: 'due-postpone',
    text: `update due set due_at = now() + make_interval(secs => $4)
           where stream_id = $1 and key = $2 and due_at = $3::timestamptz and due_at > now() returning due_at::text as at`,
    values: [timer.stream, timer.key, from, seconds],
  });
  return rows[0]?.at ?? null;
}
