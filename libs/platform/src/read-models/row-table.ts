import type { PoolClient } from 'pg';

/** A table of a read model and its columns; a row is a JSON object with a property for each. */
export interface RowTable<Row extends object> {
  readonly table: string;
  readonly key: readonly (keyof Row & string)[];
  readonly columns: readonly (keyof Row & string)[];
}

/** The rows of these keys that exist. One round trip. */
export async function readRows<Row extends object>({ table, key }: RowTable<Row>, keys: readonly Partial<Row>[], transaction: PoolClient): Promise<readonly Row[]> {
  const { rows } = await transaction.query<{ row: Row }>({
    name: `read-model-read-${table}`,
    text: `select to_jsonb(found) as row from jsonb_populate_recordset(null::${table}, $1::jsonb) as wanted join ${table} as found using (${key.join(', ')})`,
    values: [toJson(keys)],
  });
  return rows.map(({ row }) => row);
}

/** Writes whole rows, new ones and changed ones alike; no two of the same key. One round trip. */
export async function writeRows<Row extends object>({ table, key, columns }: RowTable<Row>, rows: readonly Row[], transaction: PoolClient): Promise<void> {
  const list = columns.join(', ');
  const changes = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  await transaction.query({
    name: `read-model-write-${table}`,
    text: `insert into ${table} (${list}) select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)
           on conflict (${key.join(', ')}) do update set ${changes.join(', ')}`,
    values: [toJson(rows)],
  });
}

/** Adds rows to a table that orders them itself. */
export async function addRows<Row extends object>({ table, columns }: Omit<RowTable<Row>, 'key'>, rows: readonly Row[], transaction: PoolClient): Promise<void> {
  const list = columns.join(', ');
  await transaction.query({
    name: `read-model-add-${table}`,
    text: `insert into ${table} (${list}) select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    values: [toJson(rows)],
  });
}

/** Postgres keeps no NUL in jsonb; lone surrogates, which it would not take either, no fact can hold. */
function toJson(values: readonly object[]): string {
  const text = JSON.stringify(values);
  return text.includes('\\u0000') ? text.replaceAll('\\u0000', '\\ufffd') : text;
}
