import { setTimeout as delay } from 'node:timers/promises';
import { retryable } from '@arbiter/contracts';
import { compareLogPositions, type Database, type LogPosition } from '@arbiter/store';
import { nextOf, readCheckpoints, type Projector, type ReadModel } from '@arbiter/views';

const PAUSE_MILLISECONDS = 100;
const PROGRESS_MILLISECONDS = 1_000;
const PATIENCE_MILLISECONDS = 60_000;

/**
 * Folds the models until those that are made again have taken their places, and have everything the log held at the
 * beginning. Returns how many facts this process took in; telemetry may have taken others. Throws a retryable error
 * when a minute passes without any progress.
 */
export async function fold(
  projector: Projector,
  models: readonly ReadModel[],
  database: Database,
  tell: (line: string) => void,
): Promise<number> {
  const head = await headOf(database);
  let events = 0;
  let reportedAt = Date.now();
  let progress = { position: '', at: Date.now() };
  for (;;) {
    const round = await projector.round();
    events += round.events;
    const slowest = await slowestOf(database, models);
    if (await isDone(database, models, head)) return events;
    if (Date.now() - reportedAt > PROGRESS_MILLISECONDS) {
      tell(`${models.map(({ name }) => name).join(', ')}: at ${slowest?.position ?? 0} of ${head?.position ?? 0}`);
      reportedAt = Date.now();
    }
    const position = JSON.stringify(slowest);
    if (position !== progress.position) progress = { position, at: Date.now() };
    else if (Date.now() - progress.at > PATIENCE_MILLISECONDS) throw stalled();
    if (round.events === 0) await delay(PAUSE_MILLISECONDS);
  }
}

const stalled = () =>
  retryable(
    'stalled',
    'no progress for a minute: a transaction that was begun before and never ended holds every reader of the log back; find it in pg_stat_activity and end it',
    PATIENCE_MILLISECONDS,
  );

/** Where the log ended; null for an empty one. */
async function headOf(database: Database): Promise<LogPosition | null> {
  const { rows } = await database.pool.query<{ transaction: string; position: number }>(
    'select transaction_id::text as transaction, position from event order by event.transaction_id desc, event.position desc limit 1',
  );
  return rows[0] ? { generation: 0, transactionId: rows[0].transaction, position: rows[0].position } : null;
}

async function isDone(database: Database, models: readonly ReadModel[], head: LogPosition | null): Promise<boolean> {
  const names = models.map(({ name }) => name);
  if ((await readCheckpoints(database.pool, names.map(nextOf))).length > 0) return false;
  return (
    head === null ||
    (await readCheckpoints(database.pool, names)).every(({ position }) => compareLogPositions(position, head) >= 0)
  );
}

/** Of those that are made again, or of those that are read when there are none. */
async function slowestOf(database: Database, models: readonly ReadModel[]): Promise<LogPosition | undefined> {
  const names = models.map(({ name }) => name);
  const checkpoints = await readCheckpoints(database.pool, [...names, ...names.map(nextOf)]);
  return checkpoints.map(({ position }) => position).toSorted(compareLogPositions)[0];
}
