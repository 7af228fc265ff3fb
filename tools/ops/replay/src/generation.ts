import type { Database } from '@arbiter/store';

/**
 * Begins the log's next life. A restore takes transactions back and gives their numbers to others: a reader's place in
 * the log means nothing any more, and each read model empties its tables and folds the log from its beginning. Returns
 * the generation.
 */
export async function bumpGeneration(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ generation: number }>(
    'update generation set generation = generation + 1 returning generation',
  );
  return rows[0]!.generation;
}
