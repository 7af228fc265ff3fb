import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the schema's migrations lie: one SQL file each. */
export const MIGRATIONS_FOLDER = join(__dirname, '..', '..', 'migrations');

/** The names of all migrations, in order. */
export const MIGRATIONS: readonly string[] = readdirSync(MIGRATIONS_FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace(/\.sql$/, ''))
  .sort();
