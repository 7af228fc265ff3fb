import { setTimeout as delay } from 'node:timers/promises';
import { Recovery, type RecoveryParts } from './recovery';

/** A recovery whose first `failures` looks at the outbox fail; `asked`: how old, in seconds, the rows were that each look asked for. */
function recovering(failures: number) {
  const asked: number[] = [];
  const troubles: unknown[] = [];
  const recovery = new Recovery({
    app: 'router',
    instance: 'router-1',
    broker: {
      connection: { status: async function* () {} },
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
  return { recovery, asked, troubles };
}

describe('the recovery', () => {
  it('publishes at its start whatever stands in the outbox, also when its first look fails (1)', async () => {
    const { recovery, asked, troubles } = recovering(1);
    await recovery.start();
    while (asked.length < 2) await delay(20);
    await recovery.close();
    expect([asked, troubles.length]).toEqual([[0, 0], 1]);
  });
});
