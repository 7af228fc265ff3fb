import { instanceRunId, type App, type EventName, type PlaybookSchedule } from '@arbiter/contracts';
import { activateTenant, openBroker, readTenantFolder } from '@arbiter/runtime';
import { studioByHand } from './studio-by-hand';
import { TestSystem, eventually } from './test-system';

const EVERY_MINUTE: PlaybookSchedule = { cron: '* * * * *', timeZone: 'UTC', missed: 'catch_up' };
const HYGIENE = 'contact_hygiene';

const today = (): string => new Date().toISOString().slice(0, 10);

describe('lost messages of an instance that no turn began', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    arbiter = await TestSystem.open({
      processes: 'each',
      tenants: [studioByHand()],
      environment: { ARBITER_TENANT: 'studio' },
    });
  });
  afterAll(() => arbiter?.close());

  /** Takes what the broker holds for a service that is down, as if it had taken it and forgotten it. */
  async function lose(app: App, event: EventName): Promise<number> {
    const environment = arbiter.system.environmentOf(app);
    const broker = await openBroker({
      url: environment['ARBITER_NATS_URL']!,
      user: app,
      password: environment['ARBITER_NATS_PASSWORD']!,
      name: 'test',
      inbox: app,
    });
    try {
      const consumer = await broker.stream.consumers.get('EVT', `${app}-${event.replace('.', '-')}`);
      const messages = await consumer.fetch({ max_messages: 100, expires: 3_000 });
      let lost = 0;
      for await (const message of messages) {
        await message.ackAck();
        lost += 1;
      }
      return lost;
    } finally {
      await broker.close();
    }
  }

  /** Backdates everything by two minutes: reconciliation leaves facts younger than a minute alone. */
  async function age(): Promise<void> {
    const client = await arbiter.pool.connect();
    try {
      await client.query('begin; set local session_replication_role = replica');
      await client.query("update event set recorded_at = recorded_at - interval '2 minutes'");
      await client.query('commit');
    } finally {
      client.release();
    }
  }

  const outboxRows = async (): Promise<number> =>
    Number((await arbiter.pool.query<{ count: string }>('select count(*) from outbox')).rows[0]!.count);
  const has = (event: EventName, like: string) => async () => (await arbiter.count(event, like)) > 0 || null;

  it('the timer of a schedule is set anew from the log', async () => {
    // They are gone before there is a schedule: of what it asks for, at the turn of whichever minute, they take
    // nothing.
    for (const app of ['planner', 'executor'] as const) await arbiter.system.kill(app);
    const scheduled = studioByHand({ [HYGIENE]: EVERY_MINUTE }, { invoice_followup: EVERY_MINUTE });
    await activateTenant(arbiter.system.stack.postgres.url, await readTenantFolder(scheduled), () => undefined);
    await eventually(
      'both to be armed',
      async () => (await arbiter.count('schedule.set')) > 0 && (await arbiter.count('verdict.scheduled')) > 0,
    );
    await arbiter.system.kill('router');
    await arbiter.pool.query("delete from due where category = 'playbook'");
    await arbiter.system.startApp('router');
    await eventually('the instance to be asked for', has('run.requested', '"purpose":"playbook"'));
    await eventually('the look to be asked for', has('run.requested', '"purpose":"verdict"'));
  });

  it('the request of its run is found, and so is that of a look at its objective (EX-24)', async () => {
    await eventually('the broker to have all of it', async () => (await outboxRows()) === 0 || null);
    await arbiter.system.kill('router');
    for (const app of ['planner', 'executor'] as const) expect(await lose(app, 'run.requested')).toBeGreaterThan(0);
    await age();
    for (const app of ['router', 'planner', 'executor'] as const) await arbiter.system.startApp(app);
    const runId = instanceRunId('studio', { playbook: HYGIENE, day: today() });
    await eventually('the instance to end', has('run.completed', `"runId":"${runId}"`));
    await eventually('the look to come to its verdict', has('verdict.reached', '"by":"watch"'));
    await eventually('the instance to be over for its playbook', has('instance.completed', `"runId":"${runId}"`));
    expect(await arbiter.count('run.completed', `"runId":"${runId}"`)).toBe(1);
  });
});
