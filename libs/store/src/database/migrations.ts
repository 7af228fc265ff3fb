import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';

/** Where the schema's migrations lie: one SQL file each. */
export const MIGRATIONS_FOLDER = join(__dirname, '..', '..', 'migrations');

/** The names of a folder's migrations, in order. */
export const migrationsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();

/** The names of all migrations of this release, in order. */
export const MIGRATIONS: readonly string[] = migrationsIn(MIGRATIONS_FOLDER);

/** One SQL file for each migration. */
export const providerOf = (folder: string): MigrationProvider => ({
  getMigrations: async () =>
    Object.fromEntries(
      migrationsIn(folder).map((name): [string, Migration] => [
        name,
        {
          up: async (database) =>
            void (await sql.raw(readFileSync(join(folder, `${name}.sql`), 'utf8')).execute(database)),
        },
      ]),
    ),
});
