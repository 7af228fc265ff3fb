import type { Database } from '../database';

/**
 * How Postgres carries out a statement that the only connection of this database has prepared, without what that costs.
 */
export async function planOf({ pool }: Database, name: string, ...values: readonly string[]): Promise<string> {
  const execution = `explain (costs off) execute "${name}" (${values.map((value) => `'${value}'`).join(', ')})`;
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(execution);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
