import { APPS, type App } from '@arbiter/contracts';
import { openBroker } from '@arbiter/runtime';
import type { ChatClient, OtherBuild, RunningService } from '@arbiter/stack';
import { readModels } from '@arbiter/views';
import { TestSystem, eventually } from './test-system';
import { laterRelease } from './later-release';
import { KINDS, TEMPLATES, smallOrders, type Refund } from './refunds';

const REFUNDS = 6;
const CHATS = 2;
const PATIENCE_MILLISECONDS = 120_000;
/** Ingress of this release stays: clients know its address. */
const ROLLED = APPS.filter((app) => app !== 'ingress');

describe('this release beside a later one (IN-04)', () => {
  let arbiter: TestSystem;
  let build: OtherBuild;
  let nextRefund: (kind: Refund['kind']) => Refund;
  let later: RunningService[] = [];
  const runs: string[] = [];
  const refunded: Refund[] = [];

  beforeAll(async () => {
    build = laterRelease();
    arbiter = await TestSystem.open({ processes: 'each' });
    nextRefund = await smallOrders(arbiter);
  });
  afterAll(async () => {
    await arbiter?.close();
    build?.remove();
  });

  /**
   * A deployment that rolls forward first makes the new subjects known to the broker. Here the operator's login, which
   * may do all, stands in for that.
   */
  async function startLater(): Promise<void> {
    const { ARBITER_NATS_USER, ARBITER_NATS_PASSWORD } = arbiter.system.environmentOf(null);
    const start = (app: App) =>
      arbiter.system.startApp(app, 1, { ARBITER_NATS_USER, ARBITER_NATS_PASSWORD }, build.folder);
    later = [await start('telemetry'), ...(await Promise.all(APPS.filter((app) => app !== 'telemetry').map(start)))];
  }

  async function stopLater(apps: readonly App[] = APPS): Promise<void> {
    const stopped = later.filter((service) => service.apps.some((app) => apps.includes(app)));
    await Promise.all(stopped.map(({ process }) => process.stop()));
    later = later.filter((service) => !stopped.includes(service));
  }

  /** Says a line and reads its answer to the end; the run is one of those that are looked at in the end. */
  async function say(client: ChatClient, line: string): Promise<string> {
    let run = '';
    const { status } = await client.say(line, ({ requestId }) => (run = requestId));
    runs.push(run);
    return status;
  }

  async function remarkedRuns(category: string): Promise<number> {
    const { rows } = await arbiter.pool.query<{ runs: number }>(
      "select count(distinct envelope::json -> 'data' ->> 'runId')::int as runs from event where type = $1",
      [`arbiter.${category}.remarked.v1`],
    );
    return rows[0]!.runs;
  }

  /** Small refunds at once over all kinds of vendors, and conversations beside them; everything accepted ends well. */
  async function work(): Promise<void> {
    const refunds = Array.from({ length: REFUNDS }, (_, index) => nextRefund(KINDS[index % KINDS.length]!));
    const submitted = refunds.map(async ({ kind, orderNumber, customerId }) => {
      const requestId = await arbiter.submit(TEMPLATES[kind], { orderNumber }, customerId);
      runs.push(requestId);
      const run = await eventually(
        `run ${requestId} to end`,
        async () => {
          const found = await arbiter.run(requestId);
          return ['ok', 'error', 'cancelled'].includes(String(found['status'])) && found;
        },
        PATIENCE_MILLISECONDS,
      );
      expect(run).toMatchObject({ requestId, status: 'ok' });
    });
    const chats = Array.from({ length: CHATS }, async () => {
      const client = arbiter.chat();
      for (const line of ['Where is my order?', '1002']) expect(await say(client, line)).toBe('ok');
    });
    await Promise.all([...submitted, ...chats]);
    refunded.push(...refunds);
  }

  it('rolls forward and back under load: what a release cannot read waits for the one that can, all else goes on', async () => {
    await work();
    const settled = arbiter.submit('echo_five', { text: 'before' });
    await startLater();
    runs.push(await settled);
    await work();

    await Promise.all(
      ROLLED.map((app) => arbiter.system.services.find((service) => service.apps.includes(app))!.process.stop()),
    );
    await work();
    // What the later services write from here on, the older telemetry finds before any later one.
    await stopLater(['telemetry']);
    const person = arbiter.chat('C-0001');
    expect(await say(person, 'refund order 1004')).toBe('waiting_for_approval');
    expect(await arbiter.count('run.suspended', 'later')).toBe(1);

    await Promise.all(ROLLED.map((app) => arbiter.system.startApp(app, 2)));
    await stopLater();
    const answer = say(person, 'yes');
    await work();
    expect(await arbiter.ledger('1004')).toEqual([]);

    await startLater();
    expect(await answer).toBe('ok');
    await eventually('the refund', async () => (await arbiter.ledger('1004')).length > 0);
    await work();
  });

  it('has answered everything once, done everything once, and set nothing aside', async () => {
    for (const run of runs) {
      await arbiter.ended(run);
      const types = (await arbiter.uiLog(run)).map(({ type }) => type);
      expect([
        types.filter((type) => type === 'rag.started').length,
        types.filter((type) => type === 'rag.done').length,
        types.at(-1),
      ]).toEqual([1, 1, 'rag.done']);
    }
    for (const { orderNumber } of [...refunded, { orderNumber: '1004' }])
      expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
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
    expect([state.messages, await arbiter.count('%.skipped')]).toEqual([0, 0]);
    // A message may come twice, and this stand-in of a later release takes it twice; none may be left out.
    await eventually(
      'the later router to take the remark of every run',
      async () => (await remarkedRuns('session')) === (await remarkedRuns('run')),
    );
    expect(await arbiter.count('run.remarked')).toBeGreaterThan(REFUNDS);
  });

  it('has complete read models, which the older release had gone on with', async () => {
    await eventually('every model to be filled in', async () => {
      const { rows } = await arbiter.pool.query<{ behind: number; open: number }>(`select
        (select count(*)::int from checkpoint where exists (select from event where (transaction_id, event.position) > (checkpoint.transaction_id, checkpoint.position))) as behind,
        (select count(*)::int from read_model_gap where is_open) as open`);
      return rows[0]!.behind === 0 && rows[0]!.open === 0;
    });
    const { rows: gaps } = await arbiter.pool.query<{ model: string }>('select distinct model from read_model_gap');
    expect(gaps.map(({ model }) => model)).toEqual(expect.arrayContaining(readModels().map(({ name }) => name)));
    const { rows } = await arbiter.pool.query<{ run_id: string }>(
      "select run_id from run_history where status in ('ok', 'error', 'cancelled')",
    );
    const ended = new Set(rows.map(({ run_id }) => run_id));
    expect(runs.filter((run) => !ended.has(run))).toEqual([]);
  });
});
