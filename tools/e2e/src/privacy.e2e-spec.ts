import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openBroker, type Broker } from '@arbiter/runtime';
import { LeakSearch } from './leak-search';
import { TestSystem, eventually } from './test-system';
import { OtlpReceiver } from './otlp-receiver';
import { everyRow, lookAtMetrics, lookInFiles, postgresFolder } from './places';
import { readModelRows } from './read-model-rows';
import { runTool } from './tool';

/** In everything the erased person says and gives; found anywhere it has leaked. */
const CANARY = 'Quixworth';
const PERSON = 'C-0010';
const OTHER = 'C-0011';

let receiver: OtlpReceiver;
let arbiter: TestSystem;
let broker: Broker;
const published: { subject: string; data: Buffer }[] = [];

beforeAll(async () => {
  receiver = await OtlpReceiver.open();
  arbiter = await TestSystem.open({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ARBITER_LOG_LEVEL: 'trace' },
  });
  const { stack } = arbiter.system;
  const password = arbiter.system.environmentOf(null)['ARBITER_NATS_PASSWORD']!;
  broker = await openBroker({
    url: stack.nats.url,
    user: 'operator',
    password,
    name: 'arbiter-test',
    inbox: 'operator',
  });
  broker.connection.subscribe('>', {
    callback: (_, { subject, data }) => void published.push({ subject, data: Buffer.from(data) }),
  });
  await broker.connection.flush();
});
afterAll(async () => {
  await broker.close();
  await arbiter.close();
  await receiver.close();
});

async function say(
  client: ReturnType<TestSystem['chat']>,
  text: string,
): Promise<{ runId: string; text: string; status: string }> {
  let runId = '';
  const turn = await client.say(text, ({ requestId }) => (runId = requestId));
  return { runId, text: turn.text, status: turn.status };
}

/** A message with everything an adapter may know of a person. */
async function sendWithMetadata(text: string): Promise<string> {
  const response = await fetch(`${arbiter.system.httpUrl}/api/chat/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sessionId: `s-${randomUUID()}`,
      userId: PERSON,
      messageId: randomUUID(),
      text,
      channelMetadata: { displayName: `Ida ${CANARY}`, email: `ida@${CANARY}.example` },
    }),
  });
  return ((await response.json()) as { requestId: string }).requestId;
}

/** Sends malformed requests that hold the name; ingress refuses them. */
async function sendBadly(): Promise<readonly number[]> {
  const bodies = [
    `{"text": "I am ${CANARY}`,
    JSON.stringify({ sessionId: 's', userId: PERSON, messageId: 'm', text: `${CANARY}\u0000` }),
    JSON.stringify({ sessionId: 's', userId: PERSON, messageId: 'm', text: 'x', [CANARY]: CANARY }),
    JSON.stringify({ sessionId: 's', userId: PERSON, messageId: 'm', text: CANARY.repeat(100_000) }),
  ];
  const sent = bodies.map((body) =>
    fetch(`${arbiter.system.httpUrl}/api/chat/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }),
  );
  return (await Promise.all(sent)).map(({ status }) => status);
}

/** Whether what stands in clear, the id of a run, would have been found in the same place. */
function foundIn(lookThrough: (control: LeakSearch) => void): boolean {
  const control = new LeakSearch(echoRun);
  lookThrough(control);
  return control.finds.length > 0;
}

let ticketRun: string;
let echoRun: string;
let othersRun: string;

describe('the text that a person sends', () => {
  beforeAll(async () => {
    const client = arbiter.chat(PERSON);
    await say(client, `I am Zebulon ${CANARY} (zebulon@${CANARY}.example). Where is my order 1002?`);
    await say(client, `${CANARY} ${CANARY} ${CANARY}?`);
    await say(client, `actually, ${CANARY}, forget it`);
    const reporting = arbiter.chat(PERSON);
    await say(reporting, 'I want to report a problem');
    ({ runId: ticketRun } = await say(
      reporting,
      `The teapot of Zebulon ${CANARY} leaks, write to zebulon@${CANARY}.example`,
    ));
    await say(reporting, 'any luck?');
    echoRun = await arbiter.submit('echo_five', { text: `Zebulon ${CANARY}` }, PERSON);
    const refused = await arbiter.submit('refund_order', { orderNumber: CANARY }, PERSON);
    const described = await sendWithMetadata(`It is me, ${CANARY}`);
    for (const runId of [echoRun, refused, described]) await arbiter.ended(runId);
    expect((await sendBadly()).every((status) => status >= 400 && status < 500)).toBe(true);
    ({ runId: othersRun } = await say(arbiter.chat(OTHER), 'thanks'));
    await eventually('telemetry to have folded everything', async () => {
      const { rows } = await arbiter.pool.query<{ count: string }>('select count(*) from stage where stage = $1', [
        'respond',
      ]);
      return Number(rows[0]!.count) >= 10;
    });
  });

  it('reaches the ticket of the vendor, who is to have it', async () => {
    const entries = await arbiter.ledger();
    expect(JSON.stringify(entries)).toContain(CANARY);
    const search = new LeakSearch(CANARY);
    search.lookInFolder(join(arbiter.system.options.dataFolder, 'sandbox-vendor'));
    expect(search.finds.length).toBeGreaterThan(0);
  });

  it('stands in no row of any table but sealed', async () => {
    const search = new LeakSearch(CANARY);
    const rows = await everyRow(arbiter);
    for (const { table, text } of rows) search.look(table, text);
    expect(search.finds).toEqual([]);
    expect(foundIn((control) => rows.forEach(({ table, text }) => control.look(table, text)))).toBe(true);
    expect(rows.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['ui_log', 'action_history', 'stage', 'customer_key']),
    );
    expect(rows.some(({ text }) => text.includes('"sealed"'))).toBe(true);
  });

  it('stands in no file of Postgres, of the broker, of Redis, and in no log, at the most talkative level', async () => {
    const search = new LeakSearch(CANARY);
    await lookInFiles(arbiter, search);
    expect(search.finds).toEqual([]);
    const folder = await postgresFolder(arbiter);
    expect(foundIn((control) => control.lookInFolder(folder))).toBe(true);
    expect(foundIn((control) => control.lookInFolder(join(arbiter.system.options.dataFolder, 'logs')))).toBe(true);
  });

  it('is in no message between the services', async () => {
    await broker.connection.flush();
    const search = new LeakSearch(CANARY);
    for (const { subject, data } of published) search.look(subject, data);
    expect(search.finds).toEqual([]);
    expect(foundIn((control) => published.forEach(({ subject, data }) => control.look(subject, data)))).toBe(true);
    expect(published.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'ask.intent',
        'ask.reply',
        expect.stringContaining('.ui.'),
        expect.stringContaining('turn.received'),
      ]),
    );
  });

  it('is in no metric and in no span', async () => {
    const search = new LeakSearch(CANARY);
    await lookAtMetrics(arbiter, search);
    await eventually('spans of the last run', async () => receiver.of(othersRun.replaceAll('-', '')).length > 0);
    for (const body of receiver.bodies) search.look('spans', body);
    expect(search.finds).toEqual([]);
    expect(search.bytes).toBeGreaterThan(10_000);
  });
});

describe('a person who is erased', () => {
  beforeAll(async () => {
    const before = await arbiter.run(echoRun);
    expect(JSON.stringify(before)).toContain('First echo');
    const erased = await runTool(arbiter, 'erase', 'shop', PERSON);
    expect(erased).toMatchObject({ code: 0 });
  });

  it('cannot be read any more: their runs read as erased', async () => {
    for (const runId of [ticketRun, echoRun]) {
      expect(await arbiter.run(runId)).toMatchObject({
        requestId: runId,
        status: 'erased',
        code: null,
        header: null,
        reply: null,
        question: null,
      });
    }
  });

  it('cannot be erased twice, and is told apart from an unknown person', async () => {
    expect(await runTool(arbiter, 'erase', 'shop', PERSON)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no key'),
    });
  });

  it('is answered like anybody else when they come back at once', async () => {
    const client = arbiter.chat(PERSON);
    expect((await say(client, 'Where is my order?')).text).toMatch(/number/i);
    expect(await arbiter.run((await say(client, 'thanks')).runId)).toMatchObject({
      status: 'ok',
      reply: expect.stringContaining('welcome'),
    });
  });

  it('leaves others as they were', async () => {
    expect(await arbiter.run(othersRun)).toMatchObject({ status: 'ok', reply: expect.stringContaining('welcome') });
    const client = arbiter.chat(OTHER);
    expect((await say(client, 'Where is my order?')).text).toMatch(/number/i);
  });

  it('leaves a log that replays: what was decided upon their words is not comparable, and nothing differs', async () => {
    const { code, output } = await runTool(arbiter, 'main', '--all', '--verify');
    const summary = JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number>;
    expect(summary).toMatchObject({ differing: 0, changed: 0 });
    expect(summary['erased']).toBeGreaterThan(0);
    expect(summary['equal']).toBeGreaterThan(0);
    expect(code).toBe(0);
  });

  it('leaves read models that come out the same when they are made again', async () => {
    const before = await readModelRows(arbiter);
    expect(await runTool(arbiter, 'projections', 'rebuild')).toMatchObject({ code: 0 });
    expect(await readModelRows(arbiter)).toEqual(before);
  });
});
