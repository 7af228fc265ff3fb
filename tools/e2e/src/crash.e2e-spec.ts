import type { App } from '@arbiter/contracts';
import { FaultProxy } from './fault-proxy';
import { House, eventually } from './house';

/** The three kinds of vendors, each with an order of its own per scenario. */
const TEMPLATES = { native: 'refund_order', etag: 'refund_order_etag', plain: 'refund_order_plain' } as const;
type Kind = keyof typeof TEMPLATES;
const KINDS = Object.keys(TEMPLATES) as Kind[];
const REFUND_ROUTES: Record<Kind, string> = {
  native: 'POST /refunds',
  etag: 'PUT /customers/{customerId}/orders/{orderNumber}/refund',
  plain: 'POST /plain/refunds',
};

/** Which event shows that a service has committed its part of a refund run. */
const COMMITTED: Partial<Record<App, string>> = {
  router: 'run.requested', planner: 'plan.accepted', executor: 'action.requested', 'action-gateway': 'action.succeeded',
};
const DECIDING = Object.keys(COMMITTED) as App[];

describe('a service killed in the middle of a refund', () => {
  let house: House;
  let orders: string[];

  beforeAll(async () => {
    house = await House.open();
    orders = await ordersBelow(house, 50);
  });
  afterAll(() => house.close());

  /** One refund run a vendor kind, all at once; each takes an order nobody touched before. */
  const submitAll = async () =>
    Promise.all(KINDS.map(async (kind) => {
      const orderNumber = orders.pop()!;
      const { requestId } = await house.submit(TEMPLATES[kind], { orderNumber });
      return { kind, orderNumber, requestId };
    }));

  const expectDoneOnce = async ({ requestId, orderNumber }: { requestId: string; orderNumber: string }) => {
    const run = await house.ended(requestId);
    expect(run['status']).toBe('ok');
    expect(await house.ledger(orderNumber)).toHaveLength(1);
    await expectOneEnd(requestId);
  };

  const expectOneEnd = async (requestId: string) => {
    const lines = await house.uiLog(requestId);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    expect(lines.filter(({ type }) => type === 'rag.done')).toHaveLength(1);
    expect(lines.filter(({ type }) => type === 'rag.started')).toHaveLength(1);
    expect(lines.at(-1)!.type).toBe('rag.done');
  };

  /** Puts a proxy between one service and one server; the service is started anew behind it. */
  const behindProxy = async (app: App, server: 'postgres' | 'nats') => {
    const variable = server === 'postgres' ? 'ARBITER_POSTGRES_URL' : 'ARBITER_NATS_URL';
    const url = house.system.environmentOf(app)[variable]!;
    const proxy = await FaultProxy.before(url);
    await house.system.stopApp(app);
    await house.system.startApp(app, 0, { [variable]: proxy.urlFor(url) });
    return proxy;
  };

  const killAndRestart = async (app: App, proxy: FaultProxy) => {
    await house.system.kill(app);
    proxy.drop();
    await house.system.startApp(app);
    await proxy.close();
  };

  it.each(DECIDING)('%s before its append: the run is finished by whoever comes next', async (app) => {
    const proxy = await behindProxy(app, 'postgres');
    proxy.set('from_client');
    const runs = await submitAll();
    await eventually(`${app} to try to write`, async () => proxy.heldBytes > 0);
    await killAndRestart(app, proxy);
    for (const run of runs) await expectDoneOnce(run);
  });

  it.each(DECIDING)('%s after its append and before its publish: the outbox brings it to the broker', async (app) => {
    const proxy = await behindProxy(app, 'nats');
    proxy.set('from_client');
    const before = await house.count(COMMITTED[app]!);
    const runs = await submitAll();
    await eventually(`${app} to commit`, async () => (await house.count(COMMITTED[app]!)) > before);
    await killAndRestart(app, proxy);
    for (const run of runs) await expectDoneOnce(run);
  });

  it.each(KINDS.filter((kind) => kind !== 'plain'))('the gateway after DispatchStarted and before the effect, %s vendor: the effect takes place once', async (kind) => {
    const { requestId, orderNumber } = await killedAtVendor(kind, 'reset_before_effect');
    await expectDoneOnce({ requestId, orderNumber });
  });

  it.each(KINDS.filter((kind) => kind !== 'plain'))('the gateway after the effect and before its outcome, %s vendor: the effect is not repeated', async (kind) => {
    const { requestId, orderNumber } = await killedAtVendor(kind, 'slow');
    await expectDoneOnce({ requestId, orderNumber });
  });

  it('the gateway after the effect, at a vendor that cannot dedupe: an honest unknown instead of a second effect', async () => {
    const { requestId, orderNumber } = await killedAtVendor('plain', 'slow');
    const run = await house.ended(requestId);
    expect(run['status']).toBe('error');
    expect(JSON.stringify(run['header'])).toContain('unknown');
    expect(await house.ledger(orderNumber)).toHaveLength(1);
    await expectOneEnd(requestId);
  });

  it('ingress before its append: the caller sends again and there is one turn', async () => {
    const proxy = await behindProxy('ingress', 'postgres');
    proxy.set('from_client');
    const client = house.chat();
    const messageId = 'only-once';
    const first = client.say('refund order 1003', undefined, messageId).catch(() => null);
    await eventually('ingress to try to write', async () => proxy.heldBytes > 0);
    await killAndRestart('ingress', proxy);
    await first;
    const again = await client.say('refund order 1003', undefined, messageId);
    expect(again.status).toBe('ok');
    expect(await house.ledger('1003')).toHaveLength(1);
  });

  /** Kills the gateway while the vendor holds its refund: `slow` after the effect, `reset_before_effect` before it. */
  async function killedAtVendor(kind: Kind, fault: 'slow' | 'reset_before_effect') {
    const orderNumber = orders.pop()!;
    await house.faults([{ route: REFUND_ROUTES[kind], kind: fault, delayMilliseconds: 60_000, times: 1 }]);
    const before = await house.count('action.dispatched');
    const { requestId } = await house.submit(TEMPLATES[kind], { orderNumber });
    await eventually('the dispatch', async () => (await house.count('action.dispatched')) > before);
    if (fault === 'slow') await eventually('the effect', async () => (await house.ledger(orderNumber)).length === 1);
    await house.system.kill('action-gateway');
    await house.faults([]);
    await house.system.startApp('action-gateway');
    return { requestId, orderNumber };
  }
});

describe("the broker's data deleted while runs are in flight", () => {
  it('loses nothing', async () => {
    const house = await House.open();
    try {
      const orders = await ordersBelow(house, 50);
      await house.faults([{ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'slow', delayMilliseconds: 1_500, times: 20 }]);
      const taken = orders.slice(0, 5);
      const runs = await Promise.all(taken.map((orderNumber) => house.submit('refund_order', { orderNumber })));
      await eventually('the runs to be under way', async () => (await house.count('action.requested')) >= 3);
      await house.system.stack.nats.wipe();
      for (const { requestId } of runs) expect((await house.ended(requestId))['status']).toBe('ok');
      for (const orderNumber of taken) expect(await house.ledger(orderNumber)).toHaveLength(1);
    } finally {
      await house.close();
    }
  });
});

/** Orders of the demo's customer that a refund does not have to ask for. */
async function ordersBelow(house: House, threshold: number): Promise<string[]> {
  const response = await fetch(`${house.system.vendorUrl}/customers/C-0001/orders`);
  const body = (await response.json()) as { orders?: Order[] } | Order[];
  const orders = Array.isArray(body) ? body : (body.orders ?? []);
  return orders.filter(({ total, status, orderNumber }) => Number(total) < threshold && status === 'delivered' && orderNumber !== '1003').map(({ orderNumber }) => orderNumber);
}

interface Order {
  readonly orderNumber: string;
  readonly total: number;
  readonly status: string;
}
