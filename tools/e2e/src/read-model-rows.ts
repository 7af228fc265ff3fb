import { readModels } from '@arbiter/views';
import type { TestSystem } from './test-system';

/** Every row of every read model as text; the order in which a table numbered its rows is not theirs. */
export async function readModelRows({ pool }: TestSystem): Promise<readonly string[]> {
  const tables = readModels().flatMap((model) => model.tables);
  const found = await Promise.all(
    tables.map((table) =>
      pool.query<{ text: string }>(`select (to_jsonb(row) - 'sequence')::text as text from ${table} as row`),
    ),
  );
  return found.flatMap(({ rows }, index) => rows.map(({ text }) => `${tables[index]} ${text}`)).sort();
}
