import { sql } from 'kysely';
import type { Database } from '../database';

/**
 * How a service writes to the log (0140). Compact: no attribute that a column of the row holds, and the personal values
 * of a fact in one cipher. This release reads both ways, the ones before it only the other, so that is how a service
 * writes until it has learned better.
 */
export class LogFormat {
  private compact = false;

  get isCompact(): boolean {
    return this.compact;
  }

  /** Once, at the start of a service. */
  async learn(database: Database): Promise<void> {
    const { rows } = await database.pool.query<{ compact: boolean }>('select compact from log_format');
    this.compact = rows[0]!.compact;
  }
}

/** From the next start of each service on, the log is written compactly. As its owner; there is no way back. */
export async function compactLog(database: Database): Promise<void> {
  await database.pool.query('update log_format set compact = true');
}

/** A fact's whole CloudEvent, whichever way it is stored (migration 066). */
export const wholeEnvelope = sql<string>`whole_envelope(event)`.as('envelope');

/** The first attribute that no column holds; those before it are left out. */
const FIRST_OF_ITS_OWN = '"source":';

/** What is stored of a CloudEvent that encodeEvent wrote. */
export const withoutColumns = (text: string): string => `{${text.slice(text.indexOf(FIRST_OF_ITS_OWN))}`;
