import { isOfNewerRelease, type LogPosition } from '@arbiter/store';
import type { PoolClient } from 'pg';
import type { Checkpoint } from './checkpoints';
import type { ReadModel } from './read-model';
import { beginRebuild } from './rebuilds';

/**
 * A process that can read facts of a newer release reports so every SAY_SECONDS, and counts as alive for READER_SECONDS
 * after.
 */
const READER_SECONDS = 30;
const SAY_SECONDS = 5;
const FORGET_AFTER = '1 day';

interface Gap {
  readonly model: string;
  readonly type: string;
  readonly is_open: boolean;
  readonly has_reader: boolean;
  readonly is_due: boolean;
}

/**
 * Looks after the gaps of the models that were claimed, in the transaction that holds them. Returns the types of facts
 * that are to be left to a newer release, which folds these models too.
 *
 * 1. A model with an open gap that this release can read is made again beside itself: facts taken in later than they
 *    happened would make other rows.
 * 2. Facts that a living process of a newer release can read are left to it: otherwise the older process would open the
 *    gap again as often as it is filled.
 * 3. Only the holder of a model's checkpoint changes the model's rows.
 */
export async function fillGaps(
  transaction: PoolClient,
  models: readonly ReadModel[],
  claimed: readonly Checkpoint[],
): Promise<ReadonlySet<string>> {
  const gaps = await readGaps(transaction, claimed);
  const readable = gaps.filter(({ type }) => !isOfNewerRelease(type));
  const begun = new Set(readable.filter(({ is_open }) => is_open).map(({ model }) => model));
  if (begun.size > 0)
    await beginRebuild(
      transaction,
      models.filter(({ name }) => begun.has(name)),
    );
  await sayRead(
    transaction,
    readable.filter(({ is_due }) => is_due),
  );
  return new Set(gaps.filter((gap) => !readable.includes(gap) && gap.has_reader).map(({ type }) => type));
}

/** A part of the log: after one position, up to another. */
interface Part {
  readonly after: LogPosition;
  readonly until: LogPosition;
}

/**
 * Records that these models were folded without facts of these types. `unreported`: the part of the log with those
 * facts, when the outside world has not been told of them.
 */
export async function noteGaps(
  transaction: PoolClient,
  models: readonly string[],
  types: readonly string[],
  unreported: Part | null,
): Promise<void> {
  await transaction.query({
    name: 'gaps-note',
    text: `insert into read_model_gap as gap (model, type, after_transaction, after_position, until_transaction, until_position)
           select model, type, $3::xid8, $4::bigint, $5::xid8, $6::bigint from unnest($1::text[]) as model cross join unnest($2::text[]) as type
           on conflict (model, type) do update set is_open = true, noted_at = case when gap.is_open then gap.noted_at else clock_timestamp() end,
             after_transaction = coalesce(gap.after_transaction, excluded.after_transaction), after_position = coalesce(gap.after_position, excluded.after_position),
             until_transaction = coalesce(excluded.until_transaction, gap.until_transaction), until_position = coalesce(excluded.until_position, gap.until_position)`,
    values: [
      models,
      types,
      unreported?.after.transactionId,
      unreported?.after.position,
      unreported?.until.transactionId,
      unreported?.until.position,
    ],
  });
}

async function readGaps(transaction: PoolClient, claimed: readonly Checkpoint[]): Promise<readonly Gap[]> {
  const { rows } = await transaction.query<Gap>({
    name: 'gaps-read',
    text: `select model, type, is_open, coalesce(read_at > clock_timestamp() - make_interval(secs => ${READER_SECONDS}), false) as has_reader,
             is_open or coalesce(read_at < clock_timestamp() - make_interval(secs => ${SAY_SECONDS}), true) as is_due
           from read_model_gap where model = any($1::text[])`,
    values: [claimed.map(({ name }) => name)],
  });
  return rows;
}

/** Closes the gaps and marks them as open; those not opened for long are forgotten. */
async function sayRead(transaction: PoolClient, gaps: readonly Gap[]): Promise<void> {
  if (gaps.length === 0) return;
  const values = [gaps.map(({ model }) => model), gaps.map(({ type }) => type)];
  const these = '(model, type) in (select * from unnest($1::text[], $2::text[]))';
  await transaction.query(
    `delete from read_model_gap where ${these} and not is_open and noted_at < clock_timestamp() - interval '${FORGET_AFTER}'`,
    values,
  );
  await transaction.query(
    `update read_model_gap set is_open = false, read_at = clock_timestamp() where ${these}`,
    values,
  );
}
