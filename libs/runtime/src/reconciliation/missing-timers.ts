import { type Category, type Decider, type EventName, type RecordedOf, parseStream } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';

/** The timers of one decider. */
export type Timers = Pick<Decider<unknown, { readonly name: string }>, 'due' | 'category'>;

interface Timer {
  readonly stream: string;
  readonly key: string;
  readonly at: string;
}

/**
 * The timers that the facts of the decider's own streams set and did not clear. Pure: `due` rows can be made again from
 * the log.
 */
export function timersOf({ due, category }: Timers, facts: readonly RecordedOf<EventName>[]): readonly Timer[] {
  const timers = new Map<string, Timer>();
  for (const fact of facts) {
    if (parseStream(fact.stream).category !== category) continue;
    for (const { key, at } of due?.(fact) ?? []) {
      const name = `${fact.stream} ${key}`;
      if (at === null) timers.delete(name);
      else timers.set(name, { stream: fact.stream, key, at });
    }
  }
  return [...timers.values()];
}

/** Sets those that are missing, and leaves the others as they are. Returns how many were missing. */
export async function setMissing(database: Database, category: Category, timers: readonly Timer[]): Promise<number> {
  if (timers.length === 0) return 0;
  const { rowCount } = await database.pool.query({
    name: 'reconcile-due',
    text: `insert into due (stream_id, key, category, due_at) select stream_id, key, $4, due_at from unnest($1::text[], $2::text[], $3::timestamptz[]) as timer (stream_id, key, due_at)
           on conflict do nothing`,
    values: [timers.map(({ stream }) => stream), timers.map(({ key }) => key), timers.map(({ at }) => at), category],
  });
  return rowCount ?? 0;
}
