import { LOG_START, type LogPosition } from '@arbiter/store';
import type { PoolClient } from 'pg';
import { moveCheckpoints, type Checkpoint } from './checkpoints';
import type { ReadModel } from './read-model';
import { forgetUnreported } from './unreported-facts';

/** Codes of Postgres: another session is using the object. */
const IN_USE: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/** The suffix of a model's new tables, until they replace its own. */
export const NEXT_SUFFIX = '_next';

/** Names the checkpoint of a model that is made again. */
export const nextOf = (name: string): string => `${name}.next`;

/** A model that is rebuilt: the position of its new tables, and that of the tables that are read. */
export interface Rebuild {
  readonly model: ReadModel;
  readonly position: LogPosition;
  readonly live: LogPosition;
}

/**
 * Makes empty tables beside those of the models, to be filled from the log's beginning. Throws an earlier rebuild away;
 * waits for the process that is filling one now.
 */
export async function beginRebuild(transaction: PoolClient, models: readonly ReadModel[]): Promise<void> {
  const names = models.map(({ name }) => nextOf(name)).toSorted();
  await transaction.query(
    'insert into checkpoint (name) select * from unnest($1::text[]) on conflict (name) do update set name = excluded.name',
    [names],
  );
  await moveCheckpoints(transaction, names, LOG_START);
  await transaction.query('select make_next(name) from unnest($1::text[]) as name', [
    models.flatMap(({ tables }) => tables).toSorted(),
  ]);
}

/** The models that are rebuilt and that this transaction claimed. */
export function rebuildsOf(
  models: readonly ReadModel[],
  claimed: readonly Checkpoint[],
  live: readonly Checkpoint[],
): readonly Rebuild[] {
  const positions = new Map(live.map(({ name, position }) => [name, position]));
  return models.flatMap((model) => {
    const next = claimed.find(({ name }) => name === nextOf(model.name));
    return next ? [{ model, position: next.position, live: positions.get(model.name) ?? LOG_START }] : [];
  });
}

/**
 * Replaces the models' tables by the new ones; both checkpoints of each are held and at the same place. Returns whether
 * it did: while another session uses the old tables for long, a later round does it.
 */
export async function putNext(transaction: PoolClient, models: readonly ReadModel[]): Promise<boolean> {
  await transaction.query('savepoint put_next');
  try {
    await transaction.query('select put_next($1)', [models.flatMap(({ tables }) => tables).toSorted()]);
  } catch (error) {
    if (!IN_USE.has((error as { code?: unknown }).code)) throw error;
    await transaction.query('rollback to savepoint put_next');
    return false;
  }
  const names = models.map(({ name }) => name);
  await transaction.query('delete from checkpoint where name = any($1::text[])', [names.map(nextOf)]);
  await forgetUnreported(transaction, names);
  return true;
}
