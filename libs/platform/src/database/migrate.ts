import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import { Pool } from 'pg';
import { MIGRATIONS, MIGRATIONS_FOLDER } from './migrations';

/** One SQL file for each migration, in the order of their names. */
const files: MigrationProvider = {
  getMigrations: async () =>
    Object.fromEntries(
      MIGRATIONS.map((name): [string, Migration] => [
        name,
        {
          up: async (database) =>
            void (await sql.raw(readFileSync(join(MIGRATIONS_FOLDER, `${name}.sql`), 'utf8')).execute(database)),
        },
      ]),
    ),
};

/**
 * Brings the schema up to date as its owner; the services' own roles could not. Returns the names of the applied
 * migrations. A schema that a newer release has extended stays as it is: migrations only add.
 */
export async function migrate(ownerUrl: string): Promise<readonly string[]> {
  const pool = ownersPool(ownerUrl, '-c search_path=arbiter');
  const database = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`create schema if not exists arbiter`.execute(database);
    const migrator = new Migrator({ db: database, provider: files, migrationTableSchema: 'arbiter' });
    if (await isApplied(database)) return [];
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error(String(error));
    return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
  } finally {
    await database.destroy();
  }
}

/**
 * A server that stops while the connection closes sends an error that no caller hears, so it is ignored; a statement
 * that fails rejects by itself.
 */
function ownersPool(connectionString: string, options?: string): Pool {
  const pool = new Pool({ connectionString, max: 1, ...(options === undefined ? {} : { options }) });
  pool.on('error', () => undefined);
  return pool;
}

async function isApplied(database: Kysely<Record<string, never>>): Promise<boolean> {
  const { rows: tables } = await sql<{
    name: string | null;
  }>`select to_regclass('arbiter.kysely_migration') as name`.execute(database);
  if (!tables[0]?.name) return false;
  const { rows } = await sql<{ name: string }>`select name from arbiter.kysely_migration`.execute(database);
  const applied = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.every((name) => applied.has(name));
}

export interface ServiceLogin {
  /** role of the migrations, e.g. arbiter_router */
  readonly role: string;
  readonly login: string;
  readonly password: string;
}

/** Makes or refreshes one login a service, so that none connects as the owner. */
export async function grantLogins(ownerUrl: string, logins: readonly ServiceLogin[]): Promise<void> {
  const pool = ownersPool(ownerUrl);
  try {
    for (const { role, login, password } of logins) {
      const exists = await pool.query('select 1 from pg_roles where rolname = $1', [login]);
      const statement = await pool.query<{ sql: string }>(
        `select format('${exists.rowCount ? 'alter' : 'create'} role %I login password %L', $1::text, $2::text) as sql`,
        [login, password],
      );
      await pool.query(statement.rows[0]!.sql);
      await pool.query(
        (await pool.query<{ sql: string }>(`select format('grant %I to %I', $1::text, $2::text) as sql`, [role, login]))
          .rows[0]!.sql,
      );
    }
  } finally {
    await pool.end();
  }
}
