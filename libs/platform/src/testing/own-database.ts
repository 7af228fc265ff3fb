import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MIGRATIONS, type Database } from '../database';

const FOLDER = resolve(__dirname, '../../migrations');

/** Makes an empty database on the server of another one; resolves with its address. */
export async function ownDatabase({ pool }: Database, serverUrl: string): Promise<URL> {
  const name = `own_${randomBytes(4).toString('hex')}`;
  await pool.query(`create database ${name}`);
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` });
}

/** Makes the schema of the time before a migration, named by its number; resolves with the later migrations, as SQL. */
export async function schemaBefore({ pool }: Database, number: string): Promise<readonly string[]> {
  await pool.query('create schema arbiter');
  // Made by the migrator, which is left out here.
  await pool.query('create table kysely_migration (name text primary key)');
  const sqlOf = (name: string): string => readFileSync(join(FOLDER, `${name}.sql`), 'utf8');
  for (const name of MIGRATIONS) if (name < number) await pool.query(sqlOf(name));
  return MIGRATIONS.filter((name) => name >= number).map(sqlOf);
}
