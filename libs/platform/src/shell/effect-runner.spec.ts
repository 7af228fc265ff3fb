import type { EventName, RecordedOf } from '@arbiter/contracts';
import { EffectRunner } from './effect-runner';
import type { Effect } from './subscription';

const event = { name: 'turn.routed', tenant: 'shop' } as RecordedOf<EventName>;
const runnerOf = (effect: Effect<'turn.routed'>) => new EffectRunner({ 'turn.routed': effect }, ({ tenant }) => tenant, async () => undefined, () => undefined);

describe('effects, when their service stops', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are waited for', async () => {
    let end = (): void => undefined;
    let aborted = false;
    const runner = runnerOf(async (_, { signal }) => {
      await new Promise<void>((resolve) => (end = resolve));
      aborted = signal.aborted;
    });
    runner.run(event, 'bundle');
    const closed = runner.close();
    end();
    await closed;
    expect([aborted, jest.getTimerCount()]).toEqual([false, 0]);
  });

  it('are told to end when they take too long', async () => {
    const runner = runnerOf((_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())));
    runner.run(event, 'bundle');
    const closed = runner.close();
    await jest.advanceTimersByTimeAsync(5_000);
    await closed;
    runner.run(event, 'bundle');
    expect(jest.getTimerCount()).toBe(0);
  });
});

it('a lane that is full takes nobody else\'s places, and goes on when it has room (1, 2)', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const runner = runnerOf((fact) => new Promise((resolve) => {
    begun.push(fact.tenant);
    ends.push(resolve);
  }));
  for (let count = 0; count < 130; count += 1) runner.run(event, 'bundle');
  runner.run({ ...event, tenant: 'bank' }, 'bundle');
  expect(begun.filter((tenant) => tenant === 'shop')).toHaveLength(128);
  expect(begun.at(-1)).toBe('bank');
  ends.shift()!();
  await new Promise(setImmediate);
  expect(begun.filter((tenant) => tenant === 'shop')).toHaveLength(129);
  const closed = runner.close();
  ends.forEach((end) => end());
  await closed;
  expect(begun).toHaveLength(130);
});
