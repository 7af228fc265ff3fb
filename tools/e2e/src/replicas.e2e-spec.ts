import { APPS } from '@arbiter/contracts';
import { TestSystem, eventually } from './test-system';
import { KINDS, TEMPLATES, smallOrders, type Kind, type Refund } from './refunds';

const REFUNDS = 20;

/** Who handles messages in batches; the others answer asks and show what happened. */
const DECIDING = ['router', 'planner', 'executor', 'action-gateway'];

describe('two replicas of each service', () => {
  let arbiter: TestSystem;
  let nextRefund: (kind: Kind) => Refund;

  beforeAll(async () => {
    arbiter = await TestSystem.open({ processes: 'each', replicas: Object.fromEntries(APPS.map((app) => [app, 2])) });
    nextRefund = await smallOrders(arbiter);
  });
  afterAll(() => arbiter?.close());

  it('hold a conversation', async () => {
    const turns = await arbiter.converse('Where is my order?', '1002', 'any luck?', 'refund order 1003');
    expect(turns.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok']);
    for (const { events } of turns) expectOneEnd(events);
    expect(turns[1]!.text).toContain('1002');
    expect(turns[2]!.text).toContain('1002');
    expect(await arbiter.ledger('1003')).toHaveLength(1);
  });

  it(`carry out ${REFUNDS} refunds at once, each once, and share the work`, async () => {
    const refunds = Array.from({ length: REFUNDS }, (_, index) => nextRefund(KINDS[index % KINDS.length]!));
    const runs = await Promise.all(refunds.map(async (refund) => ({ ...refund, requestId: await submit(refund) })));
    for (const { requestId, orderNumber } of runs) {
      expect(await arbiter.ended(requestId)).toMatchObject({ requestId, status: 'ok' });
      expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
      expectOneEnd(await arbiter.uiLog(requestId));
    }
    for (const { name, batches } of await batchesOf())
      expect({ name, worked: batches > 0 }).toEqual({ name, worked: true });
  });

  it('that hang are passed by: what they hold is done by the others, and not again when they go on', async () => {
    await arbiter.faults([
      { route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'slow', delayMilliseconds: 1_000 },
    ]);
    const refunds = Array.from({ length: REFUNDS }, () => nextRefund('native'));
    const runs = await Promise.all(refunds.map(async (refund) => ({ ...refund, requestId: await submit(refund) })));
    await eventually('the look-ups', async () => (await arbiter.countOfRuns('segment.requested', runs)) > 0);
    const hanging = DECIDING.map((app) => arbiter.system.services.find(({ apps }) => apps[0] === app)!.process);
    await Promise.all(hanging.map((process) => process.kill('SIGSTOP')));
    await arbiter.faults([]);
    for (const { requestId } of runs) expect(await arbiter.ended(requestId)).toMatchObject({ status: 'ok' });
    await Promise.all(hanging.map((process) => process.kill('SIGCONT')));
    await arbiter.converse('Where is my order 1002?', 'Where is my order 1001?');
    for (const { requestId, orderNumber } of runs) {
      expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
      expectOneEnd(await arbiter.uiLog(requestId));
    }
  });

  const submit = ({ kind, orderNumber, customerId }: Refund): Promise<string> =>
    arbiter.submit(TEMPLATES[kind], { orderNumber }, customerId);

  function expectOneEnd(lines: readonly { readonly seq: number; readonly type: string }[]): void {
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    const types = lines.map(({ type }) => type);
    expect(types.filter((type) => type === 'rag.started' || type === 'rag.done')).toEqual(['rag.started', 'rag.done']);
    expect(types.at(-1)).toBe('rag.done');
  }

  /** How many batches each process of a deciding service has handled. */
  async function batchesOf(): Promise<readonly { name: string; batches: number }[]> {
    const deciding = arbiter.system.services.filter(({ apps }) => apps.some((app) => DECIDING.includes(app)));
    return Promise.all(
      deciding.map(async ({ name, adminPort }) => {
        const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
        return { name, batches: Number(/^arbiter_batch_streams_count\S* (\d+)$/m.exec(text)?.[1] ?? 0) };
      }),
    );
  }
});
