import { retryable } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import { readModels } from '@arbiter/views';

/** Throws a retryable error that names the read models which have not taken in all that was recorded before a day. */
export async function checkFolded(database: Database, before: Date): Promise<void> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select name from unnest($1::text[]) as model (name) left join checkpoint using (name)
     where exists (select from event where (event.transaction_id, event.position) > (coalesce(checkpoint.transaction_id, '0'), coalesce(checkpoint.position, 0))
                   and recorded_at < $2)
     order by name`,
    [readModels().map(({ name }) => name), before],
  );
  if (rows.length > 0)
    throw retryable(
      'behind',
      `read models have not taken in what is to be archived: ${rows.map(({ name }) => name).join(', ')}; start telemetry, and run this again`,
      60_000,
    );
}
