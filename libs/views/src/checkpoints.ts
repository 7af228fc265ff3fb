import { compareLogPositions, type LogPosition } from '@arbiter/store';
import type { PoolClient } from 'pg';

export interface Checkpoint {
  readonly name: string;
  readonly position: LogPosition;
}

/** Checkpoints at the same place in the log, whose models are folded together. */
export interface Group {
  readonly names: readonly string[];
  readonly position: LogPosition;
}

interface CheckpointRow {
  readonly name: string;
  readonly generation: number;
  readonly transaction_id: string;
  readonly position: number;
}

/** Makes the checkpoints that do not exist yet, at the start of the log. */
export async function ensureCheckpoints(client: Pick<PoolClient, 'query'>, names: readonly string[]): Promise<void> {
  await client.query('insert into checkpoint (name) select * from unnest($1::text[]) on conflict do nothing', [names]);
}

/** Takes the row locks of these checkpoints until the transaction ends, except those that another replica holds. */
export const claimCheckpoints = (transaction: PoolClient, names: readonly string[]): Promise<readonly Checkpoint[]> =>
  readCheckpoints(transaction, names, 'for update skip locked');

export async function readCheckpoints(
  client: Pick<PoolClient, 'query'>,
  names: readonly string[],
  lock = '',
): Promise<readonly Checkpoint[]> {
  const { rows } = await client.query<CheckpointRow>(
    `select name, generation, transaction_id::text, position from checkpoint where name = any($1::text[]) order by name ${lock}`,
    [names],
  );
  return rows.map(({ name, generation, transaction_id, position }) => ({
    name,
    position: { generation, transactionId: transaction_id, position },
  }));
}

export async function moveCheckpoints(
  transaction: PoolClient,
  names: readonly string[],
  { generation, transactionId, position }: LogPosition,
): Promise<void> {
  await transaction.query({
    name: 'checkpoint-move',
    text: 'update checkpoint set generation = $2, transaction_id = $3::xid8, position = $4 where name = any($1::text[])',
    values: [names, generation, transactionId, position],
  });
}

export async function emptyTables(
  transaction: PoolClient,
  models: readonly { readonly tables: readonly string[] }[],
): Promise<void> {
  const tables = models.flatMap((model) => model.tables);
  if (tables.length > 0) await transaction.query(`truncate ${tables.join(', ')}`);
}

/** Checkpoints grouped by position, the furthest first. */
export function groupsOf(checkpoints: readonly Checkpoint[]): readonly Group[] {
  const groups: { names: string[]; position: LogPosition }[] = [];
  for (const { name, position } of checkpoints.toSorted((one, other) =>
    compareLogPositions(other.position, one.position),
  )) {
    const last = groups.at(-1);
    if (last && last.position.generation === position.generation && compareLogPositions(last.position, position) === 0)
      last.names.push(name);
    else groups.push({ names: [name], position });
  }
  return groups;
}
