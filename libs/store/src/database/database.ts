import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types, type QueryConfig } from 'pg';
import { patientClient } from './patient-client';
import type { Tables } from './tables';

// Positions stay well below 2^53: read bigint as a number.
types.setTypeParser(types.builtins.INT8, Number);

/**
 * Statements are few and prepared once: planning each execution anew would cost more than running it. Every one of them
 * goes by an index, so a plan made while a table was still empty must not settle on reading it whole.
 */
const SESSION = '-c search_path=arbiter -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';

export interface Database {
  readonly pool: Pool;
  readonly query: Kysely<Tables>;
  /** Runs a statement whose commit waits for no flush to disk: for writes that a crash may undo. */
  lazily(statement: QueryConfig): Promise<void>;
  close(): Promise<void>;
}

/** Times in milliseconds. */
export interface PoolSettings {
  /** of a statement; null: as long as it takes */
  readonly queryTimeout: number | null;
  readonly connectTimeout: number;
  /** how many connections stay open while idle; with 0 a process can end without closing its pool */
  readonly keptConnections: number;
}

/**
 * A statement that takes longer means that Postgres is frozen or that something else is wrong. One connection stays
 * open, since the first request after an idle time would otherwise wait for a new one and for its statements to be
 * prepared.
 */
export const SERVICE_POOL: PoolSettings = { queryTimeout: 20_000, connectTimeout: 5_000, keptConnections: 1 };

/** A tool waits for a busy server; one that is not there refuses at once. */
const TOOL_POOL: PoolSettings = { queryTimeout: null, connectTimeout: 30_000, keptConnections: 0 };

/** Opens a pool on Arbiter's own schema. The owner closes it. `connections` bounds it. */
export function openDatabase(
  url: string,
  application: string,
  connections = 4,
  { queryTimeout, connectTimeout, keptConnections }: PoolSettings = TOOL_POOL,
): Database {
  const pool = new Pool({
    Client: patientClient(queryTimeout),
    connectionString: url,
    application_name: application,
    max: connections,
    min: keptConnections,
    connectionTimeoutMillis: connectTimeout,
    ...(queryTimeout === null
      ? {}
      : { statement_timeout: queryTimeout, idle_in_transaction_session_timeout: queryTimeout }),
    keepAlive: true,
    options: SESSION,
  });
  // A connection that breaks is replaced at the next query, and the query that was on it fails. Without a listener,
  // also on one that is checked out, it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  // Kysely ends only a pool that it has used itself; an open one would keep the process for ten more seconds.
  return {
    pool,
    query: kysely,
    lazily: (statement) => commitLazily(pool, statement),
    close: () => (closing ??= pool.end()),
  };
}

async function commitLazily(pool: Pool, statement: QueryConfig): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local synchronous_commit = off');
    await client.query(statement);
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
