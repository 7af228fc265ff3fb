import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openBroker } from '@arbiter/runtime';
import { setReadOnly, signalProcess } from '@arbiter/stack';
import { TestSystem, eventually } from './test-system';
import { KINDS, TEMPLATES, impatientShop, smallOrders, type Kind, type Refund } from './refunds';

const TOOL_TIMEOUT_MILLISECONDS = 2_000;
/** Longer than a message that counted every delivery would live: eleven of them, a second apart. */
const LONG_MILLISECONDS = 15_000;
/** Longer than a read may take in all. */
const SHORT_MILLISECONDS = 9_500;

interface Trouble {
  readonly part: 'postgres' | 'nats';
  readonly milliseconds: number;
  readonly begin: (arbiter: TestSystem) => Promise<unknown>;
  readonly end: (arbiter: TestSystem) => Promise<unknown>;
}

const TROUBLES: Readonly<Record<string, Trouble>> = {
  'Postgres killed': {
    part: 'postgres',
    milliseconds: LONG_MILLISECONDS,
    begin: ({ system }) => system.stack.postgres.kill!(),
    end: ({ system }) => system.stack.postgres.restart!(),
  },
  'Postgres frozen': {
    part: 'postgres',
    milliseconds: SHORT_MILLISECONDS,
    begin: async ({ system }) => signalProcess(system.options.dataFolder, 'postgres', 'SIGSTOP'),
    end: async ({ system }) => signalProcess(system.options.dataFolder, 'postgres', 'SIGCONT'),
  },
  'Postgres read-only': {
    part: 'postgres',
    milliseconds: LONG_MILLISECONDS,
    begin: ({ system }) => setReadOnly(system.stack.postgres.url, true),
    end: ({ system }) => setReadOnly(system.stack.postgres.url, false),
  },
  'NATS frozen': {
    part: 'nats',
    milliseconds: SHORT_MILLISECONDS,
    begin: async ({ system }) => signalProcess(system.options.dataFolder, 'nats', 'SIGSTOP'),
    end: async ({ system }) => signalProcess(system.options.dataFolder, 'nats', 'SIGCONT'),
  },
};

describe('a server that Arbiter depends on goes away while refunds are under way', () => {
  let arbiter: TestSystem;
  let nextRefund: (kind: Kind) => Refund;

  beforeAll(async () => {
    arbiter = await TestSystem.open({ tenants: [impatientShop(TOOL_TIMEOUT_MILLISECONDS)] });
    nextRefund = await smallOrders(arbiter);
  });
  afterAll(() => arbiter?.close());

  const submit = async (kind: Kind) => {
    const refund = nextRefund(kind);
    return {
      ...refund,
      requestId: await arbiter.submit(TEMPLATES[kind], { orderNumber: refund.orderNumber }, refund.customerId),
    };
  };
  const readiness = async () => {
    const response = await fetch(`${arbiter.system.httpUrl}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return {
      status: response.status,
      ...((await response.json()) as { ready: boolean; problems: readonly { part: string }[] }),
    };
  };
  const deadLetters = async () => {
    const environment = arbiter.system.environmentOf(null);
    const broker = await openBroker({
      url: environment['ARBITER_NATS_URL']!,
      user: 'operator',
      password: environment['ARBITER_NATS_PASSWORD']!,
      name: 'test',
      inbox: 'operator',
    });
    const { state } = await broker.manager.streams.info('DLQ');
    await broker.close();
    return state.messages;
  };

  it.each(Object.entries(TROUBLES))(
    '%s: it is said, nothing is accepted into nowhere, and everything goes on by itself, once',
    async (_, { part, milliseconds, begin, end }) => {
      await arbiter.faults([
        {
          route: 'GET /customers/{customerId}/orders/{orderNumber}',
          kind: 'slow',
          delayMilliseconds: 500,
          times: KINDS.length,
        },
      ]);
      const runs = await Promise.all(KINDS.map(submit));
      await begin(arbiter);
      const since = Date.now();
      try {
        await eventually(`readiness to name ${part}`, async () => {
          const { status, problems } = await readiness();
          return status === 503 && problems.some((problem) => problem.part === part);
        });
        const refused = await eventually('a new message to be refused', async () => {
          const response = await fetch(`${arbiter.system.httpUrl}/api/runs`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
            signal: AbortSignal.timeout(15_000),
            body: JSON.stringify({
              template: 'order_status',
              args: { orderNumber: '1003' },
              sessionId: randomUUID(),
              userId: 'C-0001',
            }),
          });
          return response.status === 503 ? response : null;
        });
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
        await delay(Math.max(0, milliseconds - (Date.now() - since)));
      } finally {
        await end(arbiter);
      }
      await eventually('readiness', async () => (await readiness().catch(() => null))?.ready);
      for (const { requestId, orderNumber } of [...runs, ...(await Promise.all(KINDS.map(submit)))]) {
        const run = await arbiter.ended(requestId);
        const settled = run['status'] === 'ok' || (await arbiter.count('action.unknown', requestId)) > 0;
        expect({ settled, effects: (await arbiter.ledger(orderNumber)).length <= 1 }).toEqual({
          settled: true,
          effects: true,
        });
        const types = (await arbiter.uiLog(requestId)).map(({ type }) => type);
        expect(types.filter((type) => type === 'rag.done')).toEqual(['rag.done']);
      }
      expect([await deadLetters(), await arbiter.count('%.skipped')]).toEqual([0, 0]);
    },
  );
});
