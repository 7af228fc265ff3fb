import { DuePoller } from './due-poller';

/** Timers by when they are due, in milliseconds from the start, as Postgres would have them. */
function opened(...dues: number[]) {
  const began = performance.now();
  const now = (): number => performance.now() - began;
  const waiting = new Set(dues);
  const looks: number[] = [];
  const brought: number[] = [];
  const poller = new DuePoller({
    claim: async () => {
      looks.push(now());
      const due = [...waiting].filter((at) => at <= now());
      for (const at of due) waiting.delete(at);
      return due.map((at) => ({ stream: 'run-shop-1', key: String(at), at: new Date(at).toISOString() }));
    },
    untilNext: async () => (waiting.size === 0 ? null : Math.min(...waiting) - now()),
    shell: { submit: async () => (brought.push(now()), []) },
    dependencies: { isStoreUp: true, met: () => undefined },
    onTrouble: (error) => {
      throw error;
    },
  });
  poller.start();
  return { poller, waiting, looks, brought };
}

describe('the due poller', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('looks less and less often while nothing is due, and every four seconds at last', async () => {
    const { poller, looks } = opened();
    await jest.advanceTimersByTimeAsync(16_000);
    await poller.close();
    expect(looks).toEqual([250, 1_250, 3_250, 7_250, 11_250, 15_250]);
  });

  it('looks as often as before once a timer was set here', async () => {
    const { poller, waiting, looks } = opened();
    await jest.advanceTimersByTimeAsync(8_000);
    waiting.add(8_100);
    poller.lookWithin(100);
    await jest.advanceTimersByTimeAsync(1_700);
    await poller.close();
    expect(looks.slice(-4)).toEqual([8_100, 8_100, 8_600, 9_600]);
  });

  it('looks for what is in Postgres when its time comes (invariant 3)', async () => {
    const { poller, brought } = opened(1_600, 1_900);
    await jest.advanceTimersByTimeAsync(3_000);
    await poller.close();
    expect(brought).toEqual([1_600, 1_900]);
  });

  it('looks for what was set here since when its time comes, wherever it stands (invariant 3)', async () => {
    const { poller, waiting, brought } = opened();
    await jest.advanceTimersByTimeAsync(300);
    waiting.add(700);
    poller.lookWithin(400);
    await jest.advanceTimersByTimeAsync(1_000);
    await poller.close();
    expect(brought).toEqual([700]);
  });

  it('finds what another replica set by looking again (invariant 3)', async () => {
    const { poller, waiting, brought } = opened();
    await jest.advanceTimersByTimeAsync(300);
    waiting.add(400);
    await jest.advanceTimersByTimeAsync(1_000);
    await poller.close();
    expect(brought).toEqual([1_250]);
  });

  it('brings what is due close together at once, looks whether there is more, and no more once it is closed', async () => {
    const { poller, looks, waiting, brought } = opened();
    await jest.advanceTimersByTimeAsync(300);
    for (const at of [310, 320, 330]) waiting.add(at);
    poller.lookWithin(10);
    await jest.advanceTimersByTimeAsync(60);
    await poller.close();
    await jest.advanceTimersByTimeAsync(5_000);
    expect([looks, brought]).toEqual([
      [250, 350, 350],
      [350, 350, 350],
    ]);
  });
});
