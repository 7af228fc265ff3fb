import { APPS, subjects } from '@arbiter/contracts';
import { PARTITIONS, openBroker, type Broker } from '@arbiter/runtime';
import type { RunningService } from '@arbiter/stack';
import { TestSystem, eventually } from './test-system';
import { KINDS, TEMPLATES, smallOrders, type Kind, type Refund } from './refunds';

const REFUNDS = 20;
const ECHOES = 200;
const MOST_ROUNDS = 10;
/**
 * The share of the decided streams on which two replicas met. A replica that is new to a running stream guesses once
 * that the stream begins.
 */
const MOST_CONFLICTS = { atRest: 0.01, moving: 0.05 };

/** The services that handle messages in batches; the others answer requests and show what happened. */
const DECIDING = ['router', 'planner', 'executor', 'action-gateway'];

describe('two replicas of each service (IN-04)', () => {
  let arbiter: TestSystem;
  let nextRefund: (kind: Kind) => Refund;
  let broker: Broker;

  beforeAll(async () => {
    arbiter = await TestSystem.open({ processes: 'each', replicas: Object.fromEntries(APPS.map((app) => [app, 2])) });
    nextRefund = await smallOrders(arbiter);
    const environment = arbiter.system.environmentOf(null);
    broker = await openBroker({
      url: environment['ARBITER_NATS_URL']!,
      user: environment['ARBITER_NATS_USER']!,
      password: environment['ARBITER_NATS_PASSWORD']!,
      name: 'test',
      inbox: 'operator',
    });
  });
  afterAll(async () => {
    await broker?.close();
    await arbiter?.close();
  });

  it('hold a conversation', async () => {
    const turns = await arbiter.converse('Where is my order?', '1002', 'any luck?', 'refund order 1003');
    expect(turns.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok']);
    for (const { events } of turns) expectOneEnd(events);
    expect(turns[1]!.text).toContain('1002');
    expect(turns[2]!.text).toContain('1002');
    expect(await arbiter.ledger('1003')).toHaveLength(1);
  });

  it(`carry out ${REFUNDS} refunds at once, each once, and never meet on a stream`, async () => {
    const refunds = Array.from({ length: REFUNDS }, (_, index) => nextRefund(KINDS[index % KINDS.length]!));
    const runs = await Promise.all(refunds.map(async (refund) => ({ ...refund, requestId: await submit(refund) })));
    for (const { requestId, orderNumber } of runs) {
      expect(await arbiter.ended(requestId)).toMatchObject({ requestId, status: 'ok' });
      expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
      expectOneEnd(await arbiter.uiLog(requestId));
    }
    for (const app of DECIDING)
      expect({ app, held: await sumOf('arbiter_partitions_held', of(app)) }).toEqual({ app, held: PARTITIONS });
    await expectFewConflicts(MOST_CONFLICTS.atRest);
  });

  it('that both have a part of the work hand over what the other decides, and meet on few streams though parts move under load', async () => {
    const brought = (): Promise<number> => sumOf('arbiter_events_brought_total', DECIDING.flatMap(of));
    // What one can do alone comes together again in a few seconds.
    for (let round = 0; round < MOST_ROUNDS && (await brought()) < ECHOES; round += 1) {
      // Not before: on a busy machine they would have come together again when the first is decided.
      const submitted = echoes(ECHOES);
      await split();
      await Promise.all((await submitted).map(expectOk));
    }
    expect(await brought()).toBeGreaterThanOrEqual(ECHOES);
    await expectFewConflicts(MOST_CONFLICTS.moving);
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

  it('of which those that have the work are killed under load: nothing is lost, nothing is done twice, and the others meet on few streams', async () => {
    const before = await arbiter.count('segment.requested');
    const refunds = Promise.all(
      Array.from({ length: REFUNDS }, async () => {
        const refund = nextRefund('native');
        return { ...refund, requestId: await submit(refund) };
      }),
    );
    const beside = echoes(ECHOES);
    await eventually('the first actions', async () => (await arbiter.count('segment.requested')) > before);
    const killed = await Promise.all(DECIDING.map(holderOf));
    await Promise.all(killed.map(({ process }) => process.kill('SIGKILL')));
    for (const { requestId, orderNumber } of await refunds) {
      expect(await arbiter.ended(requestId)).toMatchObject({ requestId, status: 'ok' });
      expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
      expectOneEnd(await arbiter.uiLog(requestId));
    }
    await Promise.all((await beside).map(expectOk));
    await expectFewConflicts(MOST_CONFLICTS.moving, killed);
  });

  const submit = ({ kind, orderNumber, customerId }: Refund): Promise<string> =>
    arbiter.submit(TEMPLATES[kind], { orderNumber }, customerId);

  function expectOneEnd(lines: readonly { readonly seq: number; readonly type: string }[]): void {
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    const types = lines.map(({ type }) => type);
    expect(types.filter((type) => type === 'rag.started' || type === 'rag.done')).toEqual(['rag.started', 'rag.done']);
    expect(types.at(-1)).toBe('rag.done');
  }

  /** Gives half of what one replica of each service has to the other, and tells them. */
  async function split(): Promise<void> {
    await arbiter.pool.query(
      `update partition_owner as half set owner = other.name from replica as other
       where other.app = half.app and other.name <> half.owner and other.until > now() and partition < $1`,
      [PARTITIONS / 2],
    );
    for (const app of DECIDING) broker.connection.publish(subjects.replicas(app), 'the test');
    await broker.connection.flush();
  }

  const echoes = (count: number): Promise<readonly string[]> =>
    Promise.all(Array.from({ length: count }, () => arbiter.submit('echo_five', { text: 'hello' })));

  async function expectOk(requestId: string): Promise<void> {
    expect(await arbiter.ended(requestId)).toMatchObject({ status: 'ok' });
    expectOneEnd(await arbiter.uiLog(requestId));
  }

  const of = (app: string): readonly RunningService[] => arbiter.system.services.filter(({ apps }) => apps[0] === app);

  const partsOf = (app: string): Promise<readonly number[]> =>
    Promise.all(of(app).map((service) => sumOf('arbiter_partitions_held', [service])));

  /** The replica that has most of an app's partitions. */
  async function holderOf(app: string): Promise<RunningService> {
    const parts = await partsOf(app);
    return of(app)[parts.indexOf(Math.max(...parts))]!;
  }

  async function expectFewConflicts(most: number, gone: readonly RunningService[] = []): Promise<void> {
    const there = DECIDING.flatMap(of).filter((service) => !gone.includes(service));
    const decided = await sumOf('arbiter_batch_streams_sum', there);
    expect(decided).toBeGreaterThan(0);
    expect((await sumOf('arbiter_stream_conflicts_total', there)) / decided).toBeLessThan(most);
  }

  async function sumOf(metric: string, services: readonly RunningService[]): Promise<number> {
    const values = await Promise.all(
      services.map(async ({ adminPort }) => {
        const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
        const lines = text.matchAll(new RegExp(`^${metric}(?:\\{[^}]*\\})? ([0-9.e+]+)$`, 'gm'));
        return [...lines].reduce((sum, [, value]) => sum + Number(value), 0);
      }),
    );
    return values.reduce((sum, value) => sum + value, 0);
  }
});
