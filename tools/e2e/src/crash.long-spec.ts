import { randomUUID } from 'node:crypto';
import type { App } from '@arbiter/contracts';
import { FaultProxy } from './fault-proxy';
import { TestSystem, eventually } from './test-system';
import { KINDS, REFUND_ROUTES, TEMPLATES, impatientShop, smallOrders, type Kind, type Refund } from './refunds';

/** What of a refund run each deciding service commits first. */
const COMMITTED = {
  ingress: 'run.submitted',
  router: 'run.requested',
  planner: 'plan.accepted',
  executor: 'segment.requested',
  'action-gateway': 'segment.ended',
} as const satisfies Partial<Record<App, string>>;
type Deciding = keyof typeof COMMITTED;
const DECIDING = Object.keys(COMMITTED) as readonly Deciding[];

/**
 * How the bytes of an append, of a publish and of a refund begin: the names of the statements, the command, the path.
 */
const MARKERS = { postgres: 'append', nats: 'HPUB arb.', vendor: 'refund' } as const;
type Server = keyof typeof MARKERS;
const VARIABLES: Readonly<Record<Server, string>> = {
  postgres: 'ARBITER_POSTGRES_URL',
  nats: 'ARBITER_NATS_URL',
  vendor: 'ARBITER_SHOP_URL',
};
const SERVERS = Object.keys(MARKERS) as readonly Server[];

/** Time enough to kill the gateway while a vendor holds its refund. */
const TOOL_TIMEOUT_MILLISECONDS = 2_000;

type Started = Refund & { readonly requestId: string };

describe('a service killed in the middle of a refund', () => {
  let arbiter: TestSystem;
  let nextRefund: (kind: Kind) => Refund;
  const proxies = new Map<string, FaultProxy>();

  beforeAll(async () => {
    arbiter = await TestSystem.open({ processes: 'each', tenants: [impatientShop(TOOL_TIMEOUT_MILLISECONDS)] });
    nextRefund = await smallOrders(arbiter);
    await Promise.all(DECIDING.map(putBehindProxies));
  });
  afterEach(() => arbiter.faults([]));
  afterAll(async () => {
    await arbiter?.close();
    await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
  });

  const proxyOf = (app: Deciding, server: Server): FaultProxy => proxies.get(`${app}/${server}`)!;

  async function putBehindProxies(app: Deciding): Promise<void> {
    const environment = arbiter.system.environmentOf(app);
    for (const server of SERVERS)
      proxies.set(`${app}/${server}`, await FaultProxy.before(environment[VARIABLES[server]]!));
    await arbiter.system.stopApp(app);
    await start(app);
  }

  async function start(app: Deciding): Promise<void> {
    const environment = arbiter.system.environmentOf(app);
    const behind = SERVERS.map((server) => [
      VARIABLES[server],
      proxyOf(app, server).urlFor(environment[VARIABLES[server]]!),
    ]);
    await arbiter.system.startApp(app, 0, Object.fromEntries(behind));
  }

  /** What the process had on the way is lost with it. */
  async function killAndRestart(app: Deciding): Promise<void> {
    await arbiter.system.kill(app);
    for (const server of SERVERS) proxyOf(app, server).drop();
    await start(app);
  }

  const submit = async (refund: Refund): Promise<Started> => {
    const { kind, orderNumber, customerId } = refund;
    return { ...refund, requestId: await arbiter.submit(TEMPLATES[kind], { orderNumber }, customerId) };
  };

  /** One refund for each kind of vendor, all at once. */
  const submitAll = (): Promise<readonly Started[]> => Promise.all(KINDS.map((kind) => submit(nextRefund(kind))));

  async function expectDoneOnce({ requestId, orderNumber }: Started): Promise<void> {
    const run = await arbiter.ended(requestId);
    expect(run).toMatchObject({ requestId, status: 'ok' });
    expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
    await expectOneEnd(requestId);
  }

  async function expectUnknown({ requestId, orderNumber }: Started, entries: number): Promise<void> {
    const run = await arbiter.ended(requestId);
    expect(run).toMatchObject({
      status: 'error',
      header: { steps: [{ status: 'completed' }, { status: 'unknown', error: { code: 'interrupted' } }] },
    });
    expect(await arbiter.ledger(orderNumber)).toHaveLength(entries);
    await expectOneEnd(requestId);
  }

  async function expectOneEnd(requestId: string): Promise<void> {
    const lines = await arbiter.uiLog(requestId);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    const types = lines.map(({ type }) => type);
    expect(types.filter((type) => type === 'rag.started' || type === 'rag.done')).toEqual(['rag.started', 'rag.done']);
    expect(types.at(-1)).toBe('rag.done');
  }

  it.each(DECIDING)('%s before its append: the next replica finishes the run', async (app) => {
    const proxy = proxyOf(app, 'postgres');
    proxy.holdFrom(MARKERS.postgres);
    const submitted = submitAll();
    await eventually(`${app} to write`, async () => proxy.holding > 0);
    await killAndRestart(app);
    for (const run of await submitted) await expectDoneOnce(run);
  });

  /** All refunds are committed by it, and none of that is published. */
  async function commitUnpublished(app: Deciding): Promise<readonly Started[]> {
    const proxy = proxyOf(app, 'nats');
    const before = await arbiter.count(COMMITTED[app]);
    proxy.holdFrom(MARKERS.nats);
    const submitted = submitAll();
    await eventually(`${app} to commit`, async () => (await arbiter.count(COMMITTED[app])) >= before + KINDS.length);
    await eventually(`${app} to publish`, async () => proxy.holding > 0);
    return submitted;
  }

  it.each(DECIDING.filter((app) => app !== 'action-gateway'))(
    '%s after its append and before its publish: the outbox brings it to the broker (EX-16)',
    async (app) => {
      const submitted = await commitUnpublished(app);
      await killAndRestart(app);
      for (const run of submitted) await expectDoneOnce(run);
    },
  );

  it('action-gateway after its append and before its publish: the refunds go on by themselves, and the outbox brings the look-ups to the broker (EX-16)', async () => {
    const vendor = proxyOf('action-gateway', 'vendor');
    vendor.holdFrom(MARKERS.vendor);
    const runs = await commitUnpublished('action-gateway');
    await eventually('the refunds to be on their way', async () => vendor.holding === KINDS.length);
    await killAndRestart('action-gateway');
    for (const run of runs) await (run.kind === 'plain' ? expectUnknown(run, 0) : expectDoneOnce(run));
  });

  it('the gateway after DispatchStarted and before the effect: it takes place once, or is reported as unknown (EX-17)', async () => {
    const proxy = proxyOf('action-gateway', 'vendor');
    proxy.holdFrom(MARKERS.vendor);
    const runs = await submitAll();
    await eventually('the refunds to be on their way', async () => proxy.holding === KINDS.length);
    await expectInFlight(runs);
    await killAndRestart('action-gateway');
    for (const run of runs) await (run.kind === 'plain' ? expectUnknown(run, 0) : expectDoneOnce(run));
  });

  it('the gateway after the effect and before its outcome: it is not repeated, or is reported as unknown (EX-17)', async () => {
    await arbiter.faults(
      KINDS.map((kind) => ({ route: REFUND_ROUTES[kind], kind: 'slow', delayMilliseconds: 60_000, times: 1 })),
    );
    const runs = await submitAll();
    await eventually('the effects', async () =>
      (await Promise.all(runs.map(({ orderNumber }) => arbiter.ledger(orderNumber)))).every(
        ({ length }) => length === 1,
      ),
    );
    await expectInFlight(runs);
    await killAndRestart('action-gateway');
    for (const run of runs) await (run.kind === 'plain' ? expectUnknown(run, 1) : expectDoneOnce(run));
  });

  /** The look-ups have ended, the refunds are dispatched, and none of these has an outcome. */
  async function expectInFlight(runs: readonly Started[]): Promise<void> {
    expect(await arbiter.countOfRuns('action.dispatched', runs)).toBe(runs.length);
    expect(await arbiter.countOfRuns('segment.ended', runs)).toBe(runs.length);
    for (const outcome of ['succeeded', 'retry_scheduled', 'failed', 'unknown'])
      expect(await arbiter.countOfRuns(`action.${outcome}`, runs)).toBe(0);
  }

  it('ingress before its append of a message: the caller sends it again and there is one turn', async () => {
    const proxy = proxyOf('ingress', 'postgres');
    proxy.holdFrom(MARKERS.postgres);
    const client = arbiter.chat();
    const messageId = randomUUID();
    const lost = client.say('refund order 1003', undefined, messageId).then(
      () => 'answered',
      () => 'lost',
    );
    await eventually('ingress to write', async () => proxy.holding > 0);
    await killAndRestart('ingress');
    expect(await lost).toBe('lost');
    const again = await client.say('refund order 1003', undefined, messageId);
    expect(again.status).toBe('ok');
    expect(await arbiter.ledger('1003')).toHaveLength(1);
    expect(await arbiter.count('turn.received', client.sessionId)).toBe(1);
  });

  it('the services that decide nothing: runs go on without them', async () => {
    const submitted = submitAll();
    await Promise.all([arbiter.system.kill('telemetry'), arbiter.system.kill('provider-gateway')]);
    for (const run of await submitted) await expectDoneOnce(run);
    await Promise.all([arbiter.system.startApp('telemetry'), arbiter.system.startApp('provider-gateway')]);
  });

  it("the broker's data deleted in flight, some of it unread: nothing is lost", async () => {
    await arbiter.faults([
      {
        route: 'GET /customers/{customerId}/orders/{orderNumber}',
        kind: 'slow',
        delayMilliseconds: 1_500,
        times: KINDS.length,
      },
    ]);
    const acting = await submitAll();
    await eventually(
      'the look-ups',
      async () => (await arbiter.countOfRuns('segment.requested', acting)) === acting.length,
    );
    await arbiter.system.kill('planner');
    const unread = await submitAll();
    await eventually(
      'the requests',
      async () => (await arbiter.countOfRuns('run.requested', unread)) === unread.length,
    );
    expect(await arbiter.countOfRuns('segment.ended', acting)).toBe(0);
    await arbiter.system.stack.nats.wipe();
    await start('planner');
    for (const run of [...acting, ...unread]) await expectDoneOnce(run);
  });
});
