import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openBroker, type Broker } from '@arbiter/platform';
import { Haystack } from './haystack';
import { House, eventually } from './house';
import { OtlpReceiver } from './otlp-receiver';
import { everyRow, lookAtMetrics, lookInFiles, postgresFolder } from './places';
import { readModelRows } from './read-model-rows';
import { runTool } from './tool';

/** In everything the erased person says and gives; found anywhere it has leaked. */
const CANARY = 'Quixworth';
const PERSON = 'C-0010';
const OTHER = 'C-0011';

let receiver: OtlpReceiver;
let house: House;
let broker: Broker;
const published: { subject: string; data: Buffer }[] = [];

beforeAll(async () => {
  receiver = await OtlpReceiver.open();
  house = await House.open({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ARBITER_LOG_LEVEL: 'trace' } });
  const { stack } = house.system;
  const password = house.system.environmentOf(null)['ARBITER_NATS_PASSWORD']!;
  broker = await openBroker({ url: stack.nats.url, user: 'operator', password, name: 'arbiter-test', inbox: 'operator' });
  broker.connection.subscribe('>', { callback: (_, { subject, data }) => void published.push({ subject, data: Buffer.from(data) }) });
  await broker.connection.flush();
});
afterAll(async () => {
  await broker.close();
  await house.close();
  await receiver.close();
});

async function say(client: ReturnType<House['chat']>, text: string): Promise<{ runId: string; text: string; status: string }> {
  let runId = '';
  const turn = await client.say(text, ({ requestId }) => (runId = requestId));
  return { runId, text: turn.text, status: turn.status };
}

/** A message with everything an adapter may know of a person. */
async function sendWithMetadata(text: string): Promise<string> {
  const response = await fetch(`${house.system.httpUrl}/api/chat/messages`, {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId: `s-${randomUUID()}`, userId: PERSON, messageId: randomUUID(), text, channelMetadata: { displayName: `Ida ${CANARY}`, email: `ida@${CANARY}.example` } }),
  });
  return ((await response.json()) as { requestId: string }).requestId;
}

/** What is turned away at the door with the name in it. */
async function sendBadly(): Promise<readonly number[]> {
  const bodies = [
    `{"text": "I am ${CANARY}`,
    JSON.stringify({ sessionId: 's', userId: PERSON, messageId: 'm', text: `${CANARY}\u0000` }),
    JSON.stringify({ sessionId: 's', userId: PERSON, messageId: 'm', text: 'x', [CANARY]: CANARY }),
    JSON.stringify({ sessionId: 's', userId: PERSON, messageId: 'm', text: CANARY.repeat(100_000) }),
  ];
  const sent = bodies.map((body) => fetch(`${house.system.httpUrl}/api/chat/messages`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }));
  return (await Promise.all(sent)).map(({ status }) => status);
}

/** Whether what stands in clear, the id of a run, would have been found in the same place. */
function foundIn(lookThrough: (control: Haystack) => void): boolean {
  const control = new Haystack(echoRun);
  lookThrough(control);
  return control.finds.length > 0;
}

let ticketRun: string;
let echoRun: string;
let othersRun: string;

describe('what a person says and gives', () => {
  beforeAll(async () => {
    const client = house.chat(PERSON);
    await say(client, `I am Zebulon ${CANARY} (zebulon@${CANARY}.example). Where is my order 1002?`);
    await say(client, `${CANARY} ${CANARY} ${CANARY}?`);
    await say(client, `actually, ${CANARY}, forget it`);
    const reporting = house.chat(PERSON);
    await say(reporting, 'I want to report a problem');
    ({ runId: ticketRun } = await say(reporting, `The teapot of Zebulon ${CANARY} leaks, write to zebulon@${CANARY}.example`));
    await say(reporting, 'any luck?');
    echoRun = await house.submit('echo_five', { text: `Zebulon ${CANARY}` }, PERSON);
    const refused = await house.submit('refund_order', { orderNumber: CANARY }, PERSON);
    const described = await sendWithMetadata(`It is me, ${CANARY}`);
    for (const runId of [echoRun, refused, described]) await house.ended(runId);
    expect((await sendBadly()).every((status) => status >= 400 && status < 500)).toBe(true);
    ({ runId: othersRun } = await say(house.chat(OTHER), 'thanks'));
    await eventually('telemetry to have folded everything', async () => {
      const { rows } = await house.pool.query<{ count: string }>('select count(*) from stage where stage = $1', ['respond']);
      return Number(rows[0]!.count) >= 10;
    });
  });

  it('reached the ticket of the vendor, who was to have it', async () => {
    const entries = await house.ledger();
    expect(JSON.stringify(entries)).toContain(CANARY);
    const haystack = new Haystack(CANARY);
    haystack.lookInFolder(join(house.system.options.dataFolder, 'sandbox-vendor'));
    expect(haystack.finds.length).toBeGreaterThan(0);
  });

  it('stands in no row of any table but sealed', async () => {
    const haystack = new Haystack(CANARY);
    const rows = await everyRow(house);
    for (const { table, text } of rows) haystack.look(table, text);
    expect(haystack.finds).toEqual([]);
    expect(foundIn((control) => rows.forEach(({ table, text }) => control.look(table, text)))).toBe(true);
    expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining(['ui_log', 'action_history', 'stage', 'customer_key']));
    expect(rows.some(({ text }) => text.includes('"sealed"'))).toBe(true);
  });

  it('stands in no file of Postgres, of the broker, of Redis, and in no log, at the most talkative level', async () => {
    const haystack = new Haystack(CANARY);
    await lookInFiles(house, haystack);
    expect(haystack.finds).toEqual([]);
    const folder = await postgresFolder(house);
    expect(foundIn((control) => control.lookInFolder(folder))).toBe(true);
    expect(foundIn((control) => control.lookInFolder(join(house.system.options.dataFolder, 'logs')))).toBe(true);
  });

  it('was in no message between the services', async () => {
    await broker.connection.flush();
    const haystack = new Haystack(CANARY);
    for (const { subject, data } of published) haystack.look(subject, data);
    expect(haystack.finds).toEqual([]);
    expect(foundIn((control) => published.forEach(({ subject, data }) => control.look(subject, data)))).toBe(true);
    expect(published.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['ask.intent', 'ask.reply', expect.stringContaining('.ui.'), expect.stringContaining('turn.received')]));
  });

  it('is in no metric and in no span', async () => {
    const haystack = new Haystack(CANARY);
    await lookAtMetrics(house, haystack);
    await eventually('spans of the last run', async () => receiver.of(othersRun.replaceAll('-', '')).length > 0);
    for (const body of receiver.bodies) haystack.look('spans', body);
    expect(haystack.finds).toEqual([]);
    expect(haystack.bytes).toBeGreaterThan(10_000);
  });
});

describe('a person who is erased', () => {
  beforeAll(async () => {
    const before = await house.run(echoRun);
    expect(JSON.stringify(before)).toContain('First echo');
    const erased = await runTool(house, 'erase', 'shop', PERSON);
    expect(erased).toMatchObject({ code: 0 });
  });

  it('cannot be read any more: their runs read as erased', async () => {
    for (const runId of [ticketRun, echoRun]) {
      expect(await house.run(runId)).toMatchObject({ requestId: runId, status: 'erased', code: null, header: null, reply: null, question: null });
    }
  });

  it('cannot be erased twice, and is told apart from nobody', async () => {
    expect(await runTool(house, 'erase', 'shop', PERSON)).toMatchObject({ code: 1, errors: expect.stringContaining('no key') });
  });

  it('is answered like anybody else when they come back at once', async () => {
    const client = house.chat(PERSON);
    expect((await say(client, 'Where is my order?')).text).toMatch(/number/i);
    expect(await house.run((await say(client, 'thanks')).runId)).toMatchObject({ status: 'ok', reply: expect.stringContaining('welcome') });
  });

  it('leaves others as they were', async () => {
    expect(await house.run(othersRun)).toMatchObject({ status: 'ok', reply: expect.stringContaining('welcome') });
    const client = house.chat(OTHER);
    expect((await say(client, 'Where is my order?')).text).toMatch(/number/i);
  });

  it('leaves a log that replays: what was decided upon their words is not comparable, and nothing differs', async () => {
    const { code, output } = await runTool(house, 'main', '--all', '--verify');
    const summary = JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number>;
    expect(summary).toMatchObject({ differing: 0, changed: 0 });
    expect(summary['erased']).toBeGreaterThan(0);
    expect(summary['equal']).toBeGreaterThan(0);
    expect(code).toBe(0);
  });

  it('leaves read models that come out the same when they are made again', async () => {
    const before = await readModelRows(house);
    expect(await runTool(house, 'projections', 'rebuild')).toMatchObject({ code: 0 });
    expect(await readModelRows(house)).toEqual(before);
  });
});
