import { setTimeout as delay } from 'node:timers/promises';
import { Recurrence } from '@arbiter/resilience';
import { Recovery, type RecoveryParts } from './recovery';

/**
 * A recovery whose first `failures` looks at the outbox fail; `asked`: how old, in seconds, the rows were that each
 * look asked for.
 */
function recovering(failures: number) {
  const asked: number[] = [];
  const troubles: unknown[] = [];
  const reconnects = new Recurrence();
  const recovery = new Recovery({
    app: 'router',
    instance: 'router-1',
    broker: {
      nextReconnect: () => reconnects.next,
      manager: { consumers: { info: async () => ({}) } },
    },
    database: { pool: { query: async () => ({ rows: [] }) } },
    outbox: {
      claim: async (olderThanSeconds: number) => {
        asked.push(olderThanSeconds);
        if (asked.length <= failures) throw new Error('Postgres is busy');
        return [];
      },
    },
    publisher: { times: 0 },
    onTrouble: (error: unknown) => troubles.push(error),
    onProgress: () => undefined,
    onWaiting: () => undefined,
  } as unknown as RecoveryParts);
  return { recovery, asked, troubles, reconnect: () => reconnects.happened() };
}

describe('the recovery', () => {
  it('publishes at its start whatever stands in the outbox, also when its first look fails (1)', async () => {
    const { recovery, asked, troubles } = recovering(1);
    await recovery.start();
    while (asked.length < 2) await delay(20);
    await recovery.close();
    expect([asked, troubles.length]).toEqual([[0, 0], 1]);
  });

  it('publishes what was given up while the broker hung as soon as the connection is back, once (3)', async () => {
    const { recovery, asked, reconnect } = recovering(0);
    await recovery.start();
    for (let sweeps = 1; sweeps <= 3; sweeps += 1) {
      while (asked.length < sweeps) await delay(20);
      if (sweeps === 1) reconnect();
    }
    await recovery.close();
    const [start, back, usual] = asked;
    expect(start).toBe(0);
    expect(back).toBeLessThan(usual!);
  });
});
