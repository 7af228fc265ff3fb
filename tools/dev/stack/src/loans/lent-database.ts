import { randomBytes } from 'node:crypto';
import { migrate } from '@arbiter/store';
import { Client } from 'pg';
import { startDatabase, type RunningDatabase } from '../stack';

const QUERY_MILLISECONDS = 60_000;

/** The database with the schema. Postgres copies it only while it has no connections. */
const MIGRATED = 'migrated';

/**
 * A Postgres that lends databases with the schema, one at a time: each is a copy of the one that was migrated, and the
 * one before is dropped, with the connections that are left of it.
 */
export class LentDatabase {
  private lent: string | null = null;

  private constructor(
    private readonly server: RunningDatabase,
    private readonly maintenance: Client,
  ) {}

  static async start(dataFolder: string): Promise<LentDatabase> {
    const server = await startDatabase({ dataFolder, throwaway: true });
    const { url } = server.postgres;
    const maintenance = new Client({ connectionString: url, query_timeout: QUERY_MILLISECONDS });
    maintenance.on('error', () => undefined);
    try {
      await maintenance.connect();
      await maintenance.query(`create database ${MIGRATED}`);
      await migrate(addressOf(url, MIGRATED));
      return new LentDatabase(server, maintenance);
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Resolves with the owner's address of a new one. */
  async lend(): Promise<string> {
    if (this.lent !== null) await this.maintenance.query(`drop database ${this.lent} with (force)`);
    this.lent = null;
    const name = `lent_${randomBytes(6).toString('hex')}`;
    await this.maintenance.query(`create database ${name} template ${MIGRATED}`);
    this.lent = name;
    return addressOf(this.server.postgres.url, name);
  }

  async stop(): Promise<void> {
    await this.maintenance.end().catch(() => undefined);
    await this.server.stop();
  }
}

const addressOf = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;
