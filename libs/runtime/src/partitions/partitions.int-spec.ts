import { setTimeout as delay } from 'node:timers/promises';
import { retryable, subjects } from '@arbiter/contracts';
import { Dependencies } from '@arbiter/resilience';
import { type Database, NEWER_RELEASE } from '@arbiter/store';
import type { Broker } from '../bus';
import { ShellLaboratory } from '../testing/shell-laboratory';
import type { Load } from './load-meter';
import { PARTITIONS, partitionOf } from './partition';
import { Partitions } from './partitions';

const APP = 'router';
const PATIENCE_MILLISECONDS = 20_000;
const LOOK_MILLISECONDS = 20;
/** The lease of a replica that hangs, written as its last look did. */
const HUNG = 'hung';
const HUNG_SECONDS = 2;

/** A replica whose load is what the test says. */
interface Standing {
  readonly partitions: Partitions;
  readonly broker: Broker;
  readonly database: Database;
  load: Load;
}

describe('replicas that stand side by side', () => {
  let laboratory: ShellLaboratory;
  let database: Database;
  const open: Standing[] = [];

  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
    database = laboratory.database(2);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ partitions }) => partitions.close()));
    await database.pool.query('delete from partition_owner');
    await database.pool.query('delete from replica');
  });
  afterAll(() => laboratory.close());

  async function standing(load: Load = { load: 0.1, busy: 0.1 }): Promise<Standing> {
    const parts = { broker: await laboratory.broker(), database: laboratory.database(2) };
    const one = { ...parts, load } as { -readonly [K in keyof Standing]: Standing[K] };
    one.partitions = new Partitions({
      ...parts,
      app: APP,
      dependencies: new Dependencies(),
      metrics: { partitionsHeld: () => undefined, partitionsMoved: () => undefined },
      onTrouble: () => undefined,
      meter: { read: () => one.load, restart: () => undefined },
    });
    open.push(one);
    return one;
  }

  async function started(load?: Load): Promise<Standing> {
    const one = await standing(load);
    one.partitions.start();
    return one;
  }

  async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    for (const end = Date.now() + PATIENCE_MILLISECONDS; Date.now() < end; await delay(LOOK_MILLISECONDS))
      if (await holds()) return;
    throw new Error(`${what} does not come`);
  }

  const whole = ({ partitions }: Standing) => eventually('all of the work', () => partitions.isWhole);
  const holds = ({ partitions: { name } }: Standing): Promise<number> => ownedBy(name);
  async function ownedBy(name: string): Promise<number> {
    const { rows } = await database.pool.query('select from partition_owner where app = $1 and owner = $2', [
      APP,
      name,
    ]);
    return rows.length;
  }
  const leases = async (): Promise<readonly string[]> =>
    (await database.pool.query<{ name: string }>('select name from replica where until > now()')).rows.map(
      ({ name }) => name,
    );

  /** When it lapses, by the database's clock. */
  async function leaseOf({ partitions: { name } }: Standing): Promise<number> {
    const { rows } = await database.pool.query<{ until: Date }>('select until from replica where name = $1', [name]);
    return rows[0]!.until.getTime();
  }
  const now = async (): Promise<number> =>
    (await database.pool.query<{ now: Date }>('select now()')).rows[0]!.now.getTime();

  /** Listens on its subjects, has all of the work, and neither looks nor answers any more. */
  async function hanging(): Promise<void> {
    const broker = await laboratory.broker();
    broker.connection.subscribe(subjects.replica(APP, HUNG, '*', '*'), { callback: () => undefined });
    await leaseWithAll();
  }

  async function leaseWithAll(seconds = HUNG_SECONDS): Promise<void> {
    await database.pool.query(
      `insert into replica (app, name, host, is_behind, until) values ($1, $2, 'one', false, now() + make_interval(secs => $3))`,
      [APP, HUNG, seconds],
    );
    await database.pool.query(
      'insert into partition_owner (app, partition, owner) select $1, wanted, $2 from generate_series(0, $3 - 1) as wanted',
      [APP, HUNG, PARTITIONS],
    );
  }

  it('that come together have each partition once (2)', async () => {
    const all = await Promise.all([standing(), standing(), standing()]);
    for (const { partitions } of all) partitions.start();
    await eventually('one that has all', () => all.some(({ partitions }) => partitions.isWhole));
    const held = await Promise.all(all.map(holds));
    expect(held.reduce((sum, one) => sum + one, 0)).toBe(PARTITIONS);
  });

  it('leave the work to the one that has it, and have it as soon as that one stops (3, 6)', async () => {
    const first = await started();
    await whole(first);
    const second = await started();
    await eventually('the second', async () => (await leases()).length === 2);
    expect(second.partitions.isOpen).toBe(false);
    const lapses = await leaseOf(first);
    await first.partitions.leave();
    await whole(second);
    expect(await now()).toBeLessThan(lapses);
    expect(first.partitions.isOpen).toBe(false);
    expect(await leases()).toEqual([second.partitions.name]);
  });

  it('take over from one that is gone without a word, long before its lease lapses (4)', async () => {
    const first = await started();
    await whole(first);
    const second = await started();
    await eventually('the first to be known', () => second.partitions.ownerOf('any') === first.partitions.name);
    const lapses = await leaseOf(first);
    await Promise.all([first.broker.connection.close(), first.database.close()]);
    await whole(second);
    expect(await now()).toBeLessThan(lapses);
  });

  it('find out at once that who had the work was killed before they came, and not with the next ping (4)', async () => {
    const every = jest.spyOn(globalThis, 'setInterval');
    every.mockReturnValue(undefined as never);
    try {
      await leaseWithAll(60);
      const lapses = await database.pool.query<{ until: Date }>('select until from replica where name = $1', [HUNG]);
      await whole(await started());
      expect(await now()).toBeLessThan(lapses.rows[0]!.until.getTime());
    } finally {
      every.mockRestore();
    }
  });

  it('take over from one that hangs when its lease has lapsed, and not before (4)', async () => {
    await hanging();
    const second = await started();
    await eventually('the lease to lapse', async () => {
      const hangs = (await leases()).includes(HUNG);
      if (hangs) expect(await ownedBy(HUNG)).toBe(PARTITIONS);
      return !hangs;
    });
    await whole(second);
  });

  it('go on as they were when one is taken for gone that is there (1)', async () => {
    const first = await started();
    await whole(first);
    const second = await started();
    await eventually('the second', async () => (await leases()).length === 2);
    await database.pool.query('delete from replica where name = $1', [first.partitions.name]);
    await eventually('both', async () => (await leases()).length === 2);
    expect((await holds(first)) + (await holds(second))).toBe(PARTITIONS);
  });

  it('share what is too much for one, and put it together again when one is enough', async () => {
    const first = await started();
    await whole(first);
    const second = await started();
    first.load = { load: 0.95, busy: 1 };
    await eventually('half', async () => (await holds(second)) === PARTITIONS / 2);
    await eventually(
      'the news',
      () => first.partitions.isOpen && !first.partitions.isWhole && second.partitions.isOpen,
    );
    first.load = { load: 0.1, busy: 0.1 };
    await eventually('one to have all again', async () =>
      [await holds(first), await holds(second)].includes(PARTITIONS),
    );
  });

  it('leave the work to one of a newer release once it met what only that can read', async () => {
    const first = await started();
    await whole(first);
    const second = await started();
    await eventually('the first to be known', () => second.partitions.ownerOf('any') === first.partitions.name);
    first.partitions.met(retryable(NEWER_RELEASE, 'of a newer release'));
    await whole(second);
    await second.partitions.leave();
    await whole(first);
  });

  describe('hand over what another decides', () => {
    it('and are told what came of it', async () => {
      const first = await standing();
      first.partitions.takeIn(async (body) => `${new TextDecoder().decode(body)} is done`);
      first.partitions.start();
      await whole(first);
      const second = await started();
      await eventually('the first to be known', () => second.partitions.ownerOf('any') === first.partitions.name);
      expect(first.partitions.ownerOf('any')).toBeNull();
      expect(await second.partitions.bring(second.partitions.ownerOf('any')!, 'something')).toBe('something is done');
    });

    it('and hear nothing from one that is gone, at once (4)', async () => {
      const second = await started();
      await whole(second);
      expect(await second.partitions.bring('nobody', 'something')).toBeNull();
    });

    it('and hear nothing from one that hangs, when its lease has lapsed (4)', async () => {
      await hanging();
      const second = await started();
      await eventually('the hanging one to be known', () => second.partitions.ownerOf('any') === HUNG);
      const answer = second.partitions.bring(HUNG, 'something');
      expect(await answer).toBeNull();
      expect(await leases()).not.toContain(HUNG);
    });
  });

  it('know the partition of a stream by its name alone', async () => {
    const first = await started();
    await whole(first);
    const second = await started();
    first.load = { load: 0.95, busy: 1 };
    await eventually('half', () => second.partitions.isOpen);
    first.load = { load: 0.6, busy: 0.6 };
    for (const stream of ['session-shop-a', 'run-shop-b', 'plan-shop-c']) {
      const isFirsts = partitionOf(stream) < PARTITIONS / 2;
      await eventually('the same view', () => (first.partitions.ownerOf(stream) === null) === isFirsts);
      expect(second.partitions.ownerOf(stream)).toBe(isFirsts ? first.partitions.name : null);
    }
  });
});
