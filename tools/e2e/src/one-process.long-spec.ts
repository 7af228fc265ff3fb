import { durableOf } from '@arbiter/contracts';
import { openBroker, type Broker } from '@arbiter/runtime';
import { TestSystem, eventually } from './test-system';
import { KINDS, TEMPLATES, impatientShop, smallOrders, type Kind, type Refund } from './refunds';

const TOOL_TIMEOUT_MILLISECONDS = 2_000;
const ROUNDS = 3;
const RUNS = 20;

describe('all services in one process', () => {
  let arbiter: TestSystem;
  let broker: Broker;
  let nextRefund: (kind: Kind) => Refund;

  beforeAll(async () => {
    arbiter = await TestSystem.open({ processes: 'one', tenants: [impatientShop(TOOL_TIMEOUT_MILLISECONDS)] });
    nextRefund = await smallOrders(arbiter);
    const {
      ARBITER_NATS_URL: url,
      ARBITER_NATS_USER: user,
      ARBITER_NATS_PASSWORD: password,
    } = arbiter.system.environmentOf(null);
    broker = await openBroker({ url: url!, user, password, name: 'one-process', inbox: 'operator' });
  });
  afterAll(async () => {
    await broker?.close();
    await arbiter?.close();
  });

  /** How often a service decided a stream. */
  async function decidedBy(app: string): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${arbiter.system.services[0]!.adminPort}/metrics`)).text();
    return Number(new RegExp(`^arbiter_batch_streams_sum\\{app="${app}"\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0);
  }

  /** Messages that the broker has not delivered, or of which it has no acknowledgement. */
  async function unread(): Promise<number> {
    const info = await broker.manager.consumers.info('EVT', durableOf('planner', 'run.requested'));
    return info.num_pending + info.num_ack_pending;
  }

  /** What was written before the broker's new life was noticed comes once more, and is decided anew without effect. */
  async function isRepublished(): Promise<boolean> {
    const ended = "select from republication where app = 'router' and ended_at is not null";
    return (await arbiter.pool.query(ended)).rowCount === 1;
  }

  it('is one process, that answers for all of them', async () => {
    const [service, ...others] = arbiter.system.services;
    expect(others).toEqual([]);
    const probe = async (path: string) => (await fetch(`http://127.0.0.1:${service!.adminPort}${path}`)).text();
    expect(JSON.parse(await probe('/readyz'))).toEqual({ ready: true, problems: [] });
    const metrics = await probe('/metrics');
    for (const app of service!.apps) expect(metrics).toContain(`arbiter_ready{app="${app}"} 1`);
  });

  it('carries a conversation', async () => {
    const [asked, done] = await arbiter.converse('refund order 1004', 'yes');
    expect(asked!.status).toBe('waiting_for_approval');
    expect(done).toMatchObject({ status: 'ok', header: expect.stringContaining('✓ Refund the order') });
    expect(await arbiter.ledger('1004')).toHaveLength(1);
  });

  it('takes nothing in twice, though the broker brings everything once more', async () => {
    const isThrough = () => eventually('the broker to be through', async () => (await unread()) === 0);
    await eventually('the broker to have all of before', isRepublished);
    await isThrough();
    const before = await decidedBy('planner');
    await Promise.all(
      Array.from({ length: RUNS }, async () => arbiter.ended(await arbiter.submit('echo_five', { text: 'hello' }))),
    );
    await isThrough();
    expect(await decidedBy('planner')).toBe(before + RUNS);
  });

  it('killed while refunds are under way, it does each of them once when it is back, or reports the outcome as unknown', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await arbiter.count('run.requested');
      const refunds = KINDS.map(nextRefund);
      const submitted = refunds.map(async (refund) => ({
        ...refund,
        requestId: await arbiter.submit(TEMPLATES[refund.kind], { orderNumber: refund.orderNumber }, refund.customerId),
      }));
      await eventually('the runs', async () => (await arbiter.count('run.requested')) >= before + round + 1);
      await arbiter.system.kill('executor');
      await arbiter.system.startApp('executor');
      for (const { requestId, orderNumber, kind } of await Promise.all(submitted)) {
        const run = await arbiter.ended(requestId);
        const effects = await arbiter.ledger(orderNumber);
        if (run['status'] === 'ok') expect(effects).toHaveLength(1);
        else expect([kind, run['status']]).toEqual(['plain', 'error']);
        expect(effects.length).toBeLessThanOrEqual(1);
        const types = (await arbiter.uiLog(requestId)).map(({ type }) => type);
        expect(types.filter((type) => type === 'rag.done')).toHaveLength(1);
      }
    }
  });
});
