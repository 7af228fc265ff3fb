import type { EventName, RecordedOf } from '@arbiter/contracts';
import { EffectRunner } from './effect-runner';
import type { Effect, EffectOrder } from './effects';

const event = { name: 'turn.routed', tenant: 'shop' } as RecordedOf<EventName>;
let events = 0;
const eventOf = (tenant = 'shop') => ({ ...event, id: `event-${(events += 1)}`, tenant }) as RecordedOf<EventName>;
const runnerOf = (effect: Effect<'turn.routed'>, order: EffectOrder = {}) =>
  new EffectRunner(
    { 'turn.routed': effect },
    order,
    { submit: async () => [], show: async () => undefined },
    () => undefined,
  );

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
    runner.run(eventOf(), 'bundle');
    const closed = runner.close();
    end();
    await closed;
    expect([aborted, jest.getTimerCount()]).toEqual([false, 0]);
  });

  it('are told to end when they take too long', async () => {
    const runner = runnerOf(
      (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    );
    runner.run(eventOf(), 'bundle');
    const closed = runner.close();
    await jest.advanceTimersByTimeAsync(5_000);
    await closed;
    runner.run(eventOf(), 'bundle');
    expect(jest.getTimerCount()).toBe(0);
  });
});

/** Effects that end when they are told to; what began, in order. */
function held(order: EffectOrder = {}) {
  const begun: RecordedOf<EventName>[] = [];
  const ends: (() => void)[] = [];
  const runner = runnerOf(
    (fact) =>
      new Promise((resolve) => {
        begun.push(fact);
        ends.push(resolve);
      }),
    order,
  );
  return { begun, ends, runner };
}

it('a full lane takes no places of another lane, and goes on when it has room (1)', async () => {
  const { begun, ends, runner } = held();
  for (let count = 0; count < 130; count += 1) runner.run(eventOf(), 'bundle');
  runner.run(eventOf('bank'), 'bundle');
  expect(begun.filter(({ tenant }) => tenant === 'shop')).toHaveLength(128);
  expect(begun.at(-1)).toMatchObject({ tenant: 'bank' });
  ends.shift()!();
  await new Promise(setImmediate);
  expect(begun.filter(({ tenant }) => tenant === 'shop')).toHaveLength(129);
  const closed = runner.close();
  ends.forEach((end) => end());
  await closed;
  expect(begun).toHaveLength(130);
});

it('an effect that waits or runs is not begun again for the same purpose, and may be once it ended (2)', async () => {
  const { begun, ends, runner } = held({ purposeOf: ({ tenant }) => tenant, laneOf: () => 'one' });
  for (let tenant = 0; tenant < 129; tenant += 1) runner.run(eventOf(`t${tenant}`), 'bundle');
  runner.run(eventOf('t0'), 'bundle');
  runner.run(eventOf('t128'), 'bundle');
  ends.splice(0).forEach((end) => end());
  await new Promise(setImmediate);
  expect(begun).toHaveLength(129);
  runner.run(eventOf('t0'), 'bundle');
  expect(begun).toHaveLength(130);
  const closed = runner.close();
  ends.forEach((end) => end());
  await closed;
});
