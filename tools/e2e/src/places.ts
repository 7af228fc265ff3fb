import type { LeakSearch } from './leak-search';
import type { TestSystem } from './test-system';

export interface TableRow {
  readonly table: string;
  readonly text: string;
}

/** Every row of every table, read models included, as text. */
export async function everyRow({ pool }: TestSystem): Promise<readonly TableRow[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'arbiter' order by tablename`,
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows: found } = await pool.query<TableRow>(
        `select $1::text as table, row::text as text from arbiter.${name} as row`,
        [name],
      );
      return found;
    }),
  );
  return rows.flat();
}

/** The folder with Postgres' tables and write-ahead log, all of it written out. */
export async function postgresFolder({ pool }: TestSystem): Promise<string> {
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory');
  return rows[0]!.data_directory;
}

/** The files of Postgres, of the broker and of Redis, and every log; not those of the vendor, who is given the word. */
export async function lookInFiles(arbiter: TestSystem, search: LeakSearch): Promise<void> {
  search.lookInFolder(await postgresFolder(arbiter));
  search.lookInFolder(arbiter.system.options.dataFolder, ['sandbox-vendor', 'postgres']);
}

export async function lookAtMetrics({ system }: TestSystem, search: LeakSearch): Promise<void> {
  for (const { name, adminPort } of system.services)
    search.look(`metrics of ${name}`, await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text());
}
