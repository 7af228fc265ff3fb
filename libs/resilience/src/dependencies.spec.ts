import { terminal } from '@arbiter/contracts';
import { DatabaseClock } from './database-clock';
import { Dependencies } from './dependencies';
import type { Outage } from './outage';

describe('the servers that a service depends on', () => {
  const postgresAway = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });

  it('is away with the first work that fails for it, and back when it is said to be, once each (1)', () => {
    const changes: string[] = [];
    const dependencies = new Dependencies(({ part }: Outage, isBack) =>
      changes.push(`${part} ${isBack ? 'back' : 'away'}`),
    );
    dependencies.met(postgresAway);
    dependencies.met(postgresAway);
    expect([dependencies.isStoreUp, dependencies.outages.map(({ part }) => part)]).toEqual([false, ['postgres']]);
    dependencies.restored('postgres');
    dependencies.restored('postgres');
    expect([dependencies.isStoreUp, changes]).toEqual([true, ['postgres away', 'postgres back']]);
  });

  it('stays up for what says nothing of it: one statement may be at fault when the schema seems to differ', () => {
    const dependencies = new Dependencies();
    for (const error of [terminal('bad', ''), new Error('x'), Object.assign(new Error('no column'), { code: '42703' })])
      dependencies.met(error);
    expect(dependencies.outages).toEqual([]);
  });

  it('is up without the broker as far as deciding goes (2)', () => {
    const dependencies = new Dependencies();
    dependencies.lost('nats', 'away');
    expect(dependencies.isStoreUp).toBe(true);
  });

  it('lets callers that wait for the store go on when it is back, when the wait is ended, and when it closes (3)', async () => {
    const dependencies = new Dependencies();
    const [ended, forever] = [new AbortController(), new AbortController()];
    dependencies.lost('keys', 'wrong');
    const waits = [dependencies.untilStoreUp(ended.signal), dependencies.untilStoreUp(forever.signal)];
    ended.abort();
    await waits[0];
    dependencies.restored('keys');
    await waits[1];
    dependencies.lost('keys', 'wrong');
    const last = dependencies.untilStoreUp(forever.signal);
    dependencies.close();
    await last;
    await dependencies.untilStoreUp(forever.signal);
    expect(dependencies.isStoreUp).toBe(false);
  });
});

describe('the clock of the database', () => {
  const asked = (clock: DatabaseClock, theirs: number, took: number) =>
    clock.learn(async () => {
      own += took;
      return theirs;
    });
  let own = 0;
  beforeEach(() => (own = 1_000_000));

  it('is followed, whatever the clock of the machine says', async () => {
    const clock = new DatabaseClock(() => own);
    await asked(clock, 5_000_050, 100);
    expect(clock.behind).toBeGreaterThanOrEqual(5_000_050 - 1_000_100);
    expect(clock.behind).toBeLessThanOrEqual(5_000_050 - 1_000_000);
    expect(clock.now()).toBe(new Date(own + clock.behind).toISOString());
  });

  it.each([
    ['at once', 1],
    ['at the end of a slow answer', 400],
    ['after a very slow one', 10_000],
  ])('does not leave a clock that is right, though Postgres says its time %s', async (_, took) => {
    const clock = new DatabaseClock(() => own);
    await asked(clock, 1_000_000 + took, took);
    expect(clock.behind).toBe(0);
    await asked(clock, own, took);
    expect(clock.behind).toBe(0);
  });

  it('comes nearer with each faster answer', async () => {
    const clock = new DatabaseClock(() => own);
    const late = (took: number) => asked(clock, own + took / 2 - 60_000, took);
    await late(10_000);
    expect(Math.abs(clock.behind + 60_000)).toBeLessThanOrEqual(5_000);
    await late(10);
    expect(Math.abs(clock.behind + 60_000)).toBeLessThanOrEqual(5);
    await late(10_000);
    expect(Math.abs(clock.behind + 60_000)).toBeLessThanOrEqual(5);
  });

  it('learns nothing from an answer during which the own clock was set back', async () => {
    const clock = new DatabaseClock(() => own);
    await asked(clock, 5_000_000, -50);
    expect(clock.behind).toBe(0);
  });
});
