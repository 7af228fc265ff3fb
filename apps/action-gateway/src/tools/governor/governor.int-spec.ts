import { openRedis } from '@arbiter/runtime';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import type { Redis } from 'ioredis';
import { budgetWith } from '../testing/budget';
import type { Budget } from './budget';
import { Governor, type Permit } from './governor';

const REPLICAS = 2;
const PATIENCE_MILLISECONDS = 30_000;

describe('one budget of several replicas, in a real Redis', () => {
  let stack: Stack;
  let connections: readonly Redis[];
  let replicas: readonly Governor[];

  beforeAll(async () => {
    stack = await startThrowawayStack();
  });
  afterAll(() => stack.stop());
  beforeEach(async () => {
    connections = Array.from({ length: REPLICAS }, () => openRedis(stack.redis.url, () => undefined));
    replicas = connections.map((redis) => new Governor({ perSecond: 1_000, redis, portion: () => 1 / REPLICAS }));
    await until(() => connections.every(({ status }) => status === 'ready'));
  });
  afterEach(() => connections.forEach((redis) => redis.disconnect()));

  async function until(holds: () => boolean): Promise<void> {
    const deadline = Date.now() + PATIENCE_MILLISECONDS;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error('it did not come to that');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** What callers on all replicas get that do not wait. */
  async function askAtOnce(budget: Budget, callers: number): Promise<readonly Permit[]> {
    const asked = Array.from({ length: callers }, (_, caller) => replicas[caller % REPLICAS]!.permit(budget, 0));
    return (await Promise.all(asked)).filter((permit) => permit !== null);
  }

  it('lets no more through in its time than it may', async () => {
    expect(await askAtOnce(budgetWith({ perMinute: 7, account: 'minute' }), 40)).toHaveLength(7);
    expect(await askAtOnce(budgetWith({ perMinute: 7, account: 'minute' }, 'bank'), 10)).toHaveLength(0);
  });

  it('has no more places than it may, and one that is given back is had by another replica', async () => {
    const budget = budgetWith({ inFlight: 3, account: 'places' });
    const permits = await askAtOnce(budget, 20);
    expect(permits).toHaveLength(3);
    const waiting = replicas.map((replica) => replica.permit(budget, PATIENCE_MILLISECONDS));
    permits.forEach(({ giveBack }) => giveBack());
    expect(await Promise.all(waiting)).toEqual([expect.anything(), expect.anything()]);
    expect(await askAtOnce(budget, 20)).toHaveLength(1);
  });

  it('gives the place of a replica that died to another, once no call of it can be under way', async () => {
    const budget = { ...budgetWith({ inFlight: 1, account: 'died' }), placeMilliseconds: 200 };
    expect(await replicas[0]!.permit(budget, 0)).not.toBeNull();
    expect(await replicas[1]!.permit(budget, 0)).toBeNull();
    expect(await replicas[1]!.permit(budget, PATIENCE_MILLISECONDS)).not.toBeNull();
  });

  it('is held for all of them by a Retry-After that one was told', async () => {
    const budget = budgetWith({ account: 'held' });
    const told = { kind: 'response', status: 429, headers: {}, body: {}, unreadable: null } as const;
    await replicas[0]!.heard(budget, { ...told, retryAfterMilliseconds: 2_000 });
    expect(await askAtOnce(budget, 4)).toHaveLength(0);
    expect(await replicas[1]!.permit(budget, PATIENCE_MILLISECONDS)).not.toBeNull();
  });

  it('is cut into parts while Redis is away, and whole again afterwards', async () => {
    const budgetOf = (account: string) => budgetWith({ perMinute: 10, inFlight: 8, account });
    await stack.redis.kill!();
    await until(() => connections.every(({ status }) => status !== 'ready'));
    expect(await askAtOnce(budgetOf('away'), 40)).toHaveLength(8);
    expect(await askAtOnce({ ...budgetOf('away-rate'), limits: { perMinute: 10 } }, 40)).toHaveLength(10);
    // Of two replicas, one alone has no more than its half.
    const alone = Array.from({ length: 40 }, () => replicas[0]!.permit(budgetOf('alone'), 0));
    expect((await Promise.all(alone)).filter((permit) => permit !== null)).toHaveLength(4);

    await stack.redis.restart!();
    await until(() => connections.every(({ status }) => status === 'ready'));
    expect(await askAtOnce(budgetOf('back'), 40)).toHaveLength(8);
  });
});
