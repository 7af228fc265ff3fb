import { LOG_START } from '@arbiter/store';
import type { PoolClient } from 'pg';
import { emptyTables, ensureCheckpoints, moveCheckpoints, readCheckpoints } from '../checkpoints';
import type { ReadModel } from '../read-model';

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
