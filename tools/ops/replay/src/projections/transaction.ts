import type { Database } from '@arbiter/store';
import type { PoolClient } from 'pg';

/** Commits the work, or rolls all of it back. */
export async function inTransaction<T>(database: Database, work: (transaction: PoolClient) => Promise<T>): Promise<T> {
  const transaction = await database.pool.connect();
  try {
    await transaction.query('begin');
    const result = await work(transaction);
    await transaction.query('commit');
    transaction.release();
    return result;
  } catch (error) {
    transaction.release(error as Error);
    throw error;
  }
}
