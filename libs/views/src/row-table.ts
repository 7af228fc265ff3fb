import type { PoolClient } from 'pg';
import { columnTexts, rowsOfTexts, withoutNul, type Columns } from './row-columns';
import { EVER, type Days } from './row-days';

/** A table of a read model; a row is an object with a property for each column. */
export interface RowTable<Row extends object> {
  readonly table: string;
  readonly key: readonly (keyof Row & string)[];
  readonly columns: Columns<Row>;
  /**
   * the table is partitioned by the day on which a row opened, `opened_on`, which never changes and is the last part of
   * the key
   */
  readonly isDated?: true;
}

/**
 * The rows of these keys that exist; of a dated table those that opened on these days, the other partitions are not
 * asked. One round trip.
 */
export async function readRows<Row extends object>(
  { table, key, isDated }: RowTable<Row>,
  keys: readonly Partial<Row>[],
  transaction: PoolClient,
  { from, until }: Days = EVER,
): Promise<readonly Row[]> {
  const { rows } = await transaction.query<{ row: Row }>({
    name: `read-model-read-${table}`,
    // Each row is looked up by its key (offset 0): planned while the table was empty, a join would read all of it for
    // each page.
    text: `select to_jsonb(found) as row from jsonb_populate_recordset(null::${table}, $1::jsonb) as wanted
           cross join lateral (select * from ${table} as kept where ${key.map((column) => `kept.${column} = wanted.${column}`).join(' and ')}
             ${isDated ? 'and kept.opened_on between $2 and $3' : ''} offset 0) as found`,
    values: [withoutNul(JSON.stringify(keys)), ...(isDated ? [from, until] : [])],
  });
  return rows.map(({ row }) => row);
}

/** Writes whole rows, new ones and changed ones alike; no two of the same key. One round trip. */
export async function writeRows<Row extends object>(
  { table, key, columns, isDated }: RowTable<Row>,
  rows: readonly Row[],
  transaction: PoolClient,
): Promise<void> {
  const names = Object.keys(columns);
  const unique: readonly string[] = isDated ? [...key, 'opened_on'] : key;
  const changes = names.filter((name) => !unique.includes(name)).map((name) => `${name} = excluded.${name}`);
  await transaction.query({
    name: `read-model-write-${table}`,
    text: `insert into ${table} (${names.join(', ')}) ${rowsOfTexts(columns)}
           on conflict (${unique.join(', ')}) do update set ${changes.join(', ')}`,
    values: [...columnTexts(columns, rows)],
  });
}

/** Adds rows to a table that orders them itself. */
export async function addRows<Row extends object>(
  { table, columns }: Omit<RowTable<Row>, 'key'>,
  rows: readonly Row[],
  transaction: PoolClient,
): Promise<void> {
  await transaction.query({
    name: `read-model-add-${table}`,
    text: `insert into ${table} (${Object.keys(columns).join(', ')}) ${rowsOfTexts(columns)}`,
    values: [...columnTexts(columns, rows)],
  });
}
