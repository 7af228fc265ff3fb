import type { EventName, RecordedOf } from '@arbiter/contracts';
import { EffectRunner } from './effect-runner';
import type { Effect } from './subscription';

const event = { name: 'turn.routed' } as RecordedOf<EventName>;
const runnerOf = (effect: Effect<'turn.routed'>) => new EffectRunner({ 'turn.routed': effect }, async () => undefined, () => undefined);

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
