import type { App } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import type { Transfer, Replica, Standing } from './moves';
import { PARTITIONS } from './partition';

interface Row {
  readonly others: readonly Replica[] | null;
  readonly owners: readonly { readonly partition: number; readonly owner: string }[] | null;
}

/**
 * The leases of a service's replicas and the owner of each partition, by the clock of Postgres.
 *
 * 1. A partition is one row, so it has one owner at any time.
 * 2. Only a partition without a living owner is claimed, and only a replica's own partition is given: the statement
 *    checks it, whatever the replica saw before.
 * 3. These writes may be lost with the machine: every replica writes its lease anew, and a replica without a lease owns
 *    nothing.
 */
export class PartitionTable {
  constructor(
    private readonly database: Database,
    private readonly app: App,
  ) {}

  /** Renews the replica's own lease and reads the others. */
  async look(me: Replica, leaseMilliseconds: number): Promise<Standing> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'replica-look',
      text: `with mine as (
               insert into replica (app, name, host, load, busy, is_behind, until)
               values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
               on conflict (app, name) do update set load = excluded.load, busy = excluded.busy, is_behind = excluded.is_behind, until = excluded.until
             )
             select set_config('synchronous_commit', 'off', true),
               (select json_agg(json_build_object('name', name, 'host', host, 'load', load, 'busy', busy, 'isBehind', is_behind))
                from replica where app = $1 and name <> $2 and until > now()) as others,
               (select json_agg(json_build_object('partition', partition, 'owner', owner)) from partition_owner where app = $1) as owners`,
      values: [this.app, me.name, me.host, me.load, me.busy, me.isBehind, leaseMilliseconds / 1_000],
    });
    const { others, owners } = rows[0]!;
    return { me, others: others ?? [], owners: ownersAmong(others ?? [], me, owners ?? []) };
  }

  /** Claims the partitions without a living owner. Returns those it got. */
  async claim(me: string): Promise<readonly number[]> {
    const { rows } = await this.database.pool.query<{ partition: number }>({
      name: 'partition-claim',
      text: `insert into partition_owner (app, partition, owner) select $1, wanted, $2 from generate_series(0, $3 - 1) as wanted
             on conflict (app, partition) do update set owner = excluded.owner
             where not exists (select from replica where app = partition_owner.app and name = partition_owner.owner and until > now())
             returning partition`,
      values: [this.app, me, PARTITIONS],
    });
    return rows.map(({ partition }) => partition);
  }

  /** Gives partitions that the replica still owns. Returns those it gave. */
  async give(me: string, { to, partitions }: Transfer): Promise<readonly number[]> {
    const { rows } = await this.database.pool.query<{ partition: number }>({
      name: 'partition-give',
      text: `update partition_owner set owner = $3 where app = $1 and owner = $2 and partition = any ($4::smallint[]) returning partition`,
      values: [this.app, me, to, partitions],
    });
    return rows.map(({ partition }) => partition);
  }

  /** Ends the lease of this replica or of one that is gone, and forgets lapsed leases. */
  async end(name: string): Promise<void> {
    await this.database.pool.query({
      name: 'replica-end',
      text: 'delete from replica where app = $1 and (name = $2 or until < now())',
      values: [this.app, name],
    });
  }
}

function ownersAmong(others: readonly Replica[], me: Replica, rows: NonNullable<Row['owners']>): Standing['owners'] {
  const there = new Set([me.name, ...others.map(({ name }) => name)]);
  const owners = new Map(rows.map(({ partition, owner }) => [partition, owner]));
  return Array.from({ length: PARTITIONS }, (_, partition) => {
    const owner = owners.get(partition);
    return owner !== undefined && there.has(owner) ? owner : null;
  });
}
