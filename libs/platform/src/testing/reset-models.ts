import type { PoolClient } from 'pg';
import { LOG_START } from '../event-store';
import { emptyTables, ensureCheckpoints, moveCheckpoints, readCheckpoints, type ReadModel } from '../read-models';

/**
 * Empties models and puts them back to the start of the log, in one transaction. Waits for a replica that folds them
 * now.
 */
export async function resetModels(transaction: PoolClient, models: readonly ReadModel[]): Promise<void> {
  const names = models.map(({ name }) => name);
  await ensureCheckpoints(transaction, names);
  await readCheckpoints(transaction, names, 'for update');
  await emptyTables(transaction, models);
  await moveCheckpoints(transaction, names, LOG_START);
}
