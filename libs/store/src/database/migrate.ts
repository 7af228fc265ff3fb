import { terminal } from '@arbiter/contracts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import { MIGRATIONS_FOLDER, migrationsIn, providerOf } from './migrations';

/**
 * Brings the schema up to date as its owner; the services' own roles could not. All that is missing is applied in one
 * transaction, or nothing. Returns the names of the applied migrations. A schema that a newer release has extended
 * stays as it is: migrations only add. Throws a terminal error for a schema that another set of migrations made, and
 * changes nothing there.
 */
export async function migrate(ownerUrl: string, folder = MIGRATIONS_FOLDER): Promise<readonly string[]> {
  const pool = ownersPool(ownerUrl, '-c search_path=arbiter');
  const database = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrations = migrationsIn(folder);
    const applied = await appliedTo(database);
    if (migrations.every((name) => applied.includes(name))) return [];
    const unknown = applied.find((name, place) => name !== migrations[place]);
    if (unknown !== undefined) throw madeByAnother(unknown);
    await sql`create schema if not exists arbiter`.execute(database);
    const migrator = new Migrator({ db: database, provider: providerOf(folder), migrationTableSchema: 'arbiter' });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error instanceof Error ? error : new Error(String(error));
    return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
  } finally {
    await database.destroy();
  }
}

const madeByAnother = (migration: string): Error =>
  terminal(
    'schema_of_another_build',
    `the database has the schema of another build (migration ${migration}), which this one can neither read nor change; ` +
      'clear local data with `npm run reset`, or give this build a new, empty database',
  );

/**
 * A server that stops while the connection closes sends an error that no caller hears, so it is ignored; a statement
 * that fails rejects by itself.
 */
function ownersPool(connectionString: string, options?: string): Pool {
  const pool = new Pool({ connectionString, max: 1, ...(options === undefined ? {} : { options }) });
  pool.on('error', () => undefined);
  return pool;
}

/** The names of the applied migrations, in order. */
async function appliedTo(database: Kysely<Record<string, never>>): Promise<readonly string[]> {
  const { rows: tables } = await sql<{
    name: string | null;
  }>`select to_regclass('arbiter.kysely_migration') as name`.execute(database);
  if (!tables[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`select name from arbiter.kysely_migration`.execute(database);
  return rows.map(({ name }) => name).sort();
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
