import type { Database } from '@arbiter/store';
import { readModels, type ReadModel } from '@arbiter/views';

export interface ModelStatus {
  readonly name: string;
  readonly position: number;
  /** facts it has not taken in */
  readonly behind: number;
  /** age of the oldest of them */
  readonly lagSeconds: number;
}

/** How far each model has come. */
export async function readStatus(database: Database): Promise<readonly ModelStatus[]> {
  const { rows } = await database.pool.query<ModelStatus>(
    `select name, checkpoint.position, missing.facts as behind, coalesce(extract(epoch from clock_timestamp() - missing.since), 0)::float8 as "lagSeconds" from checkpoint
     cross join lateral (select count(*) as facts, min(recorded_at) as since from event
                         where (event.transaction_id, event.position) > (checkpoint.transaction_id, checkpoint.position)) as missing
     order by name`,
  );
  return rows;
}

export interface GapStatus {
  readonly model: string;
  readonly type: string;
  readonly since: Date;
}

/** Kinds of facts that models were folded without, because the release that folded them could not read them. */
export async function readGaps(database: Database): Promise<readonly GapStatus[]> {
  const { rows } = await database.pool.query<GapStatus>(
    'select model, type, noted_at as since from read_model_gap where is_open order by model, type',
  );
  return rows;
}

/** Rows of every table of every model. */
export async function countRows(database: Database): Promise<ReadonlyMap<string, number>> {
  const tables = readModels().flatMap((model) => model.tables);
  const { rows } = await database.pool.query<{ name: string; rows: number }>(
    tables.map((table) => `select '${table}' as name, count(*) as rows from ${table}`).join(' union all '),
  );
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}

/** Whether runs were taken out of the log: read models that are rebuilt from it have no rows of them. */
export async function isCut(database: Database): Promise<boolean> {
  return ((await database.pool.query('select from archived_stream limit 1')).rowCount ?? 0) > 0;
}

/**
 * The tables that have fewer rows than before: those made again, unless the log `isCut`, and those that should not have
 * changed.
 */
export function lostRows(
  rebuilt: readonly ReadModel[],
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  isCut: boolean,
): readonly string[] {
  const isMadeAgain = (table: string) => rebuilt.some((model) => model.tables.includes(table));
  return [...before]
    .filter(([table, count]) => (after.get(table) ?? 0) < count && !(isCut && isMadeAgain(table)))
    .map(([table, count]) => {
      const reason = isMadeAgain(table)
        ? 'its fold changed since, or the log is not the one it was made from'
        : 'it was not to be touched: something else writes it';
      return `${table} lost ${count - (after.get(table) ?? 0)} of ${count} rows; ${reason}`;
    });
}
