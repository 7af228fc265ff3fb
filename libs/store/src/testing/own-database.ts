import { randomBytes } from 'node:crypto';
import type { Database } from '../database';

/** Makes an empty database on the server of another one; resolves with its address. */
export async function ownDatabase({ pool }: Database, serverUrl: string): Promise<URL> {
  const name = `own_${randomBytes(4).toString('hex')}`;
  await pool.query(`create database ${name}`);
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` });
}
