import { required } from '@arbiter/runtime';
import { openLocal } from '@arbiter/stack';
import { Keyring, openDatabase, type Database } from '@arbiter/store';
import { say } from './command';

const CONNECTIONS = 10;

/** The connection of a tool. Its opener closes it. */
export interface Connection {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/**
 * The servers that the environment names, else those of this machine's data folder, which are started for as long as
 * the tool runs.
 */
async function connect(): Promise<Connection> {
  const local = await openLocal(say);
  try {
    const { environment } = local;
    const masterKeys = required(environment, 'ARBITER_MASTER_KEY', '32 random bytes in base64')
      .split(',')
      .map((key) => Buffer.from(key.trim(), 'base64'));
    const database = openDatabase(
      required(environment, 'ARBITER_POSTGRES_URL', 'postgres://user:password@host:port/database'),
      'arbiter-tools',
      CONNECTIONS,
    );
    return {
      database,
      environment,
      keyring: new Keyring(database, masterKeys),
      close: async () => {
        await database.close();
        await local.close();
      },
    };
  } catch (error) {
    await local.close();
    throw error;
  }
}

/** Opens, works, and closes whatever came of it. */
export async function connected<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connect();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
