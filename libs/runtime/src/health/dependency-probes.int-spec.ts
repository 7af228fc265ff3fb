import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseClock, Dependencies } from '@arbiter/resilience';
import { ShellLaboratory } from '../testing/shell-laboratory';
import { Alarm } from './alarm';
import { DependencyProbes } from './dependency-probes';

describe('the looks at what a service stands on', () => {
  let laboratory: ShellLaboratory;
  beforeAll(async () => {
    laboratory = await ShellLaboratory.open({ ownPostgres: true });
  });
  afterAll(() => laboratory.close());

  let instances = 0;
  async function probing(keys: () => Promise<void> = async () => undefined, alarm = new Alarm(), lookers = 1) {
    const dependencies = new Dependencies();
    const database = laboratory.database();
    const clock = new DatabaseClock(() => Date.now() - 3_600_000);
    const probes = new DependencyProbes({
      dependencies,
      database,
      broker: await laboratory.broker(),
      clock,
      app: 'router',
      instance: `router-${(instances += 1)}`,
      alarm,
      lookers,
    });
    probes.lookAtKeys(keys);
    await probes.start();
    return { dependencies, database, clock, probes, parts: () => dependencies.outages.map(({ part }) => part) };
  }

  /** Looks again and again, within bounds. */
  async function eventually(check: () => boolean | Promise<boolean>): Promise<void> {
    for (let attempt = 0; attempt < 200 && !(await check()); attempt += 1) await delay(50);
    expect(await check()).toBe(true);
  }

  it('find everything there, and learn the time of the database', async () => {
    const { parts, clock, probes, database } = await probing();
    expect(parts()).toEqual([]);
    expect(Math.abs(clock.behind - 3_600_000)).toBeLessThan(60_000);
    expect(
      await database.pool.query(`select 1 from heartbeat where app = 'router' and instance = 'router-1'`),
    ).toMatchObject({ rowCount: 1 });
    await probes.close();
  });

  it('find a database that takes no writes away, and back (2)', async () => {
    const { parts, probes } = await probing();
    const owner = laboratory.database(1);
    const set = async (value: string) => {
      await owner.pool.query('set default_transaction_read_only = off');
      await owner.pool.query(`alter system set default_transaction_read_only = ${value}`);
      await owner.pool.query('select pg_reload_conf()');
    };
    await set('on');
    await eventually(() => parts().includes('postgres'));
    await set('off');
    await eventually(() => parts().length === 0);
    await probes.close();
  });

  it('of services of one process are fewer, and all look at once when one finds something away (2)', async () => {
    const alarm = new Alarm();
    const manyLookers = 1_000;
    let isKeyGone = false;
    const checkKeys = async (): Promise<void> => {
      if (isKeyGone) throw new Error('wrong key');
    };
    const resting = await probing(checkKeys, alarm, manyLookers);
    expect(resting.parts()).toEqual([]);
    isKeyGone = true;
    const instance = `router-${instances}`;
    await resting.database.pool.query(`update heartbeat set at = 'epoch' where instance = $1`, [instance]);
    const finding = await probing(checkKeys, alarm, manyLookers);
    expect(finding.parts()).toEqual(['keys']);
    await eventually(async () => {
      const { rows } = await resting.database.pool.query(
        `select at > 'epoch' as looked from heartbeat where app = 'router'`,
      );
      return rows[0].looked;
    });
    await Promise.all([resting.probes.close(), finding.probes.close()]);
  });

  it('come at once when a connection breaks, however long it is until the next', async () => {
    const { database, probes } = await probing(undefined, new Alarm(), 1_000);
    const instance = `router-${instances}`;
    const owner = laboratory.database(1);
    try {
      await owner.pool.query(`update heartbeat set at = 'epoch' where instance = $1`, [instance]);
      await database.pool.query('select 1');
      await owner.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
      await eventually(async () => {
        const { rows } = await owner.pool.query(`select at > 'epoch' as looked from heartbeat where instance = $1`, [
          instance,
        ]);
        return rows[0].looked;
      });
    } finally {
      await probes.close();
    }
  });

  it('find a migration that is not applied, and wait for it', async () => {
    const owner = laboratory.database(1);
    const { rows } = await owner.pool.query<{ name: string; timestamp: string }>(
      'delete from kysely_migration where name = (select max(name) from kysely_migration) returning *',
    );
    const { parts, dependencies, probes } = await probing();
    expect([parts(), dependencies.outages[0]?.detail]).toEqual([['schema'], expect.stringContaining(rows[0]!.name)]);
    await owner.pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      rows[0]!.name,
      rows[0]!.timestamp,
    ]);
    await eventually(() => parts().length === 0);
    await probes.close();
  });

  it('find keys that nothing opens away', async () => {
    const { parts, probes } = await probing(async () => {
      throw new Error('wrong key');
    });
    expect(parts()).toEqual(['keys']);
    await probes.close();
  });
});
