import type { Database } from '@arbiter/store';
import { Gauge, type Registry } from 'prom-client';

/** How old the oldest fact is that a read model has not taken in, in seconds; looked up when it is asked for. */
export function exportLag(registry: Registry, database: Database, models: readonly string[]): void {
  const gauge: Gauge = new Gauge({
    name: 'arbiter_projection_lag_seconds',
    help: 'Age of the oldest fact a read model has not taken in',
    labelNames: ['model'],
    registers: [registry],
    collect: async () => {
      for (const { name, lag } of await lagOf(database, models)) gauge.set({ model: name }, lag);
    },
  });
}

async function lagOf(database: Database, models: readonly string[]): Promise<readonly { name: string; lag: number }[]> {
  const { rows } = await database.pool.query<{ name: string; lag: number }>({
    name: 'projection-lag',
    text: `select name, coalesce(extract(epoch from clock_timestamp() - oldest.recorded_at), 0)::float8 as lag from checkpoint
           left join lateral (
             select recorded_at from event where (event.transaction_id, event.position) > (checkpoint.transaction_id, checkpoint.position)
             order by event.transaction_id, event.position limit 1) as oldest on true
           where name = any($1::text[])`,
    values: [models],
  });
  return rows;
}
