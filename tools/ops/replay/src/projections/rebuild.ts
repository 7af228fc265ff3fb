import type { Database } from '@arbiter/store';
import { Projector, beginRebuild, type ReadModel } from '@arbiter/views';
import { fold } from './fold';
import { countRows, isCut, lostRows } from './status';
import { inTransaction } from './transaction';

export interface Rebuilt {
  /** rows of every table of every model, before and after */
  readonly before: ReadonlyMap<string, number>;
  readonly after: ReadonlyMap<string, number>;
  /** one line for each table that has fewer rows than before without a good reason */
  readonly lost: readonly string[];
  /** facts this process took in; a telemetry service that runs meanwhile may have taken others */
  readonly events: number;
}

/**
 * Folds the log again from its beginning beside the models, which are read meanwhile and give way when the new ones
 * have come as far.
 */
export async function rebuild(
  database: Database,
  models: readonly ReadModel[],
  tell: (line: string) => void,
): Promise<Rebuilt> {
  const before = await countRows(database);
  await inTransaction(database, (transaction) => beginRebuild(transaction, models));
  const events = await fold(new Projector(database, models), models, database, tell);
  const after = await countRows(database);
  return { before, after, lost: lostRows(models, before, after, await isCut(database)), events };
}
