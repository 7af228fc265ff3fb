import type { EventName, RecordedOf } from '@arbiter/contracts';
import { compareLogPositions, type LogPage, type LogPosition } from '@arbiter/store';
import type { PoolClient } from 'pg';

/**
 * Facts of a type that a model passed over and that the outside world was not told of: after one position in the log,
 * up to another.
 */
interface ReadModelGap {
  readonly model: string;
  readonly type: string;
  readonly after: LogPosition;
  readonly until: LogPosition;
}

/**
 * The facts of a page that a rebuilt model was folded without before, to be reported once. They are not returned again
 * once the transaction is committed.
 */
export async function takeUnreported(
  transaction: PoolClient,
  models: readonly string[],
  page: LogPage,
): Promise<ReadonlyMap<string, ReadonlySet<RecordedOf<EventName>>>> {
  const gaps = await readGaps(transaction, models);
  const found = gaps
    .map((gap) => ({ gap, events: page.events.filter((_, index) => isWithin(gap, page.places[index]!)) }))
    .filter(({ events }) => events.length > 0);
  for (const { gap } of found) await narrowGap(transaction, gap, page.next);
  const byModel = Map.groupBy(found, ({ gap }) => gap.model);
  return new Map([...byModel].map(([model, own]) => [model, new Set(own.flatMap(({ events }) => events))]));
}

/** The models were rebuilt: every fact that was passed over before has been reported, or there was none. */
export async function forgetUnreported(transaction: PoolClient, models: readonly string[]): Promise<void> {
  await transaction.query(
    `update read_model_gap set after_transaction = null, after_position = null, until_transaction = null, until_position = null
     where model = any($1::text[]) and not is_open and after_transaction is not null`,
    [models],
  );
}

const isWithin = ({ type, after, until }: ReadModelGap, place: LogPage['places'][number]): boolean =>
  place.type === type && compareLogPositions(place, after) > 0 && compareLogPositions(place, until) <= 0;

async function readGaps(transaction: PoolClient, models: readonly string[]): Promise<readonly ReadModelGap[]> {
  const { rows } = await transaction.query<{
    model: string;
    type: string;
    after: [string, number];
    until: [string, number];
  }>({
    name: 'read-model-gaps-read',
    text: `select model, type, json_build_array(after_transaction::text, after_position) as after, json_build_array(until_transaction::text, until_position) as until
           from read_model_gap where model = any($1::text[]) and after_transaction is not null`,
    values: [models],
  });
  return rows.map(({ model, type, after, until }) => ({ model, type, after: placeOf(after), until: placeOf(until) }));
}

const placeOf = ([transactionId, position]: [string, number]): LogPosition => ({
  generation: 0,
  transactionId,
  position,
});

async function narrowGap(
  transaction: PoolClient,
  { model, type }: ReadModelGap,
  { transactionId, position }: LogPosition,
): Promise<void> {
  await transaction.query(
    'update read_model_gap set after_transaction = $3::xid8, after_position = $4 where model = $1 and type = $2',
    [model, type, transactionId, position],
  );
}
