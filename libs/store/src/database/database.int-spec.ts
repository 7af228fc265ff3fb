import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { openDatabase, SERVICE_POOL, type PoolSettings } from './database';

/** long enough for pg to close an unused connection */
const A_REST = 60_000;

describe('a pool of connections', () => {
  let stack: Stack;

  beforeAll(async () => {
    stack = await startThrowawayStack();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  afterAll(() => stack.stop());

  async function openAfterARest(settings?: PoolSettings): Promise<number> {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    const { pool, close } = openDatabase(stack.postgres.url, 'test', 3, settings);
    await Promise.all([1, 2, 3].map((number) => pool.query('select $1::int', [number])));
    expect(pool.totalCount).toBe(3);
    await jest.advanceTimersByTimeAsync(A_REST);
    const open = pool.totalCount;
    await close();
    return open;
  }

  it('keeps one open for a service, so that the first run after a rest waits for none', async () => {
    await expect(openAfterARest(SERVICE_POOL)).resolves.toBe(1);
  });

  it('keeps none open for a tool, which ends when its work is done', async () => {
    await expect(openAfterARest()).resolves.toBe(0);
  });
});
