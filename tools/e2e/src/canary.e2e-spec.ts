import { randomUUID } from 'node:crypto';
import { subjects } from '@arbiter/contracts';
import { openBroker, type Broker } from '@arbiter/runtime';
import { LeakSearch } from './leak-search';
import { TestSystem, eventually } from './test-system';
import { OtlpReceiver } from './otlp-receiver';
import { everyRow, lookAtMetrics, lookInFiles } from './places';

/** Typed as a sensitive slot, and in passing; with a letter that encodings disagree about. */
const CANARY = 'Quixwörth';
const PERSON = 'C-0001';
/** so many courtesies that the session gets a snapshot */
const COURTESIES = 60;
/** what a conversation's own views may say: its messages and its replies */
const OWN_VIEWS = new Set([
  '/api/runs/{id}',
  '/api/runs/{id}/events',
  '/api/sessions/{id}/messages',
  '/api/sessions/{id}/events',
]);

let receiver: OtlpReceiver;
let arbiter: TestSystem;
let broker: Broker;
const published: { subject: string; data: Buffer }[] = [];
const chats = new Map<string, string>();

beforeAll(async () => {
  receiver = await OtlpReceiver.open();
  arbiter = await TestSystem.open({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ARBITER_LOG_LEVEL: 'trace' },
  });
  const password = arbiter.system.environmentOf(null)['ARBITER_NATS_PASSWORD']!;
  broker = await openBroker({
    url: arbiter.system.stack.nats.url,
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

/** Says the lines in one new chat and waits for the result of each. */
async function converse(...lines: readonly string[]): Promise<string> {
  const client = arbiter.chat(PERSON);
  let text = '';
  for (const line of lines)
    ({ text } = await client.say(line, ({ requestId }) => void chats.set(requestId, client.sessionId)));
  return text;
}

/** As an adapter sends it: with everything it knows of the person. */
async function sendOverChannel(sessionId: string, text: string): Promise<void> {
  const message = {
    sessionId,
    userId: PERSON,
    messageId: randomUUID(),
    text,
    channelMetadata: { locale: 'de', displayName: `Ida ${CANARY}` },
  };
  await broker.stream.publish(subjects.inbound('shop', 'webhook'), JSON.stringify(message));
}

const repliesTo = (sessionId: string): number =>
  published.filter(
    ({ subject, data }) =>
      subject === subjects.outbound('shop', 'webhook') &&
      data.includes(`"sessionId":"${sessionId}"`) &&
      data.includes('"kind":"reply"'),
  ).length;

async function converseOverChannel(...lines: readonly string[]): Promise<void> {
  const sessionId = `t-${randomUUID()}`;
  for (const [index, line] of lines.entries()) {
    await sendOverChannel(sessionId, line);
    await eventually(`the answer to "${line}"`, async () => repliesTo(sessionId) > index);
  }
}

describe('a word typed as a sensitive value and in passing, all through a conversation (CL-11, CX-08)', () => {
  beforeAll(async () => {
    await converse(
      'I want to report a problem',
      `The kettle of ${CANARY} leaks`,
      `any luck with the ${CANARY} ticket?`,
      ...Array.from({ length: COURTESIES }, () => `thanks, ${CANARY}`),
    );
    await converse(
      `refund order 1004, it is for ${CANARY}`,
      `any luck, ${CANARY}?`,
      'yes',
      `actually, ${CANARY}, forget it`,
    );
    await converse(`${CANARY} ${CANARY} ${CANARY}?`, `Wo ist meine Bestellung 1002, ${CANARY}?`);
    await converseOverChannel('Ich möchte ein Problem melden', `Die Kanne von ${CANARY} tropft`, `danke, ${CANARY}`);
    await eventually(
      'a snapshot of the long session',
      async () => (await arbiter.pool.query('select from snapshot')).rowCount,
    );
    await eventually('telemetry to have folded everything', async () => {
      const { rows } = await arbiter.pool.query<{ ended: string }>(
        'select count(*) as ended from run_history where completed_at is not null',
      );
      return Number(rows[0]!.ended) === (await arbiter.count('run.completed'));
    });
  });

  it('reached the vendor, who was to have it', async () => {
    expect(JSON.stringify(await arbiter.ledger())).toContain(CANARY);
  });

  it('stands in no row of any table but sealed, snapshots and read models included', async () => {
    const search = new LeakSearch(CANARY);
    const rows = await everyRow(arbiter);
    for (const { table, text } of rows) search.look(table, text);
    expect(search.finds).toEqual([]);
    expect(rows.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['event', 'snapshot', 'thread_view', 'run_history', 'ui_log', 'stage']),
    );
  });

  it('stands in no file of Postgres, of the broker, of Redis, and in no log', async () => {
    const search = new LeakSearch(CANARY);
    await lookInFiles(arbiter, search);
    expect(search.finds).toEqual([]);
    expect(search.bytes).toBeGreaterThan(10_000_000);
  });

  it('travels in clear only between a channel and ingress', async () => {
    await broker.connection.flush();
    const seen = new Set(
      published.flatMap(({ subject, data }) => {
        const search = new LeakSearch(CANARY);
        search.look(subject, data);
        return search.finds.length > 0 ? [subject] : [];
      }),
    );
    expect([...seen].filter((subject) => subject !== subjects.outbound('shop', 'webhook'))).toEqual([
      subjects.inbound('shop', 'webhook'),
    ]);
  });

  it('is in no metric and in no span', async () => {
    const search = new LeakSearch(CANARY);
    await lookAtMetrics(arbiter, search);
    await eventually('spans of every run', async () =>
      [...chats.keys()].every((runId) => receiver.of(runId.replaceAll('-', '')).length > 0),
    );
    for (const body of receiver.bodies) search.look('spans', body);
    expect(search.finds).toEqual([]);
  });

  it('is told over HTTP by the conversation itself and by nothing else', async () => {
    const document = (await (await fetch(`${arbiter.system.httpUrl}/openapi.json`)).json()) as {
      paths: Record<string, { get?: object }>;
    };
    const views = Object.keys(document.paths).filter((path) => document.paths[path]!.get && !OWN_VIEWS.has(path));
    expect(views).toContain('/api/sessions/{id}/threads');
    const search = new LeakSearch(CANARY);
    for (const path of views) {
      for (const [runId, sessionId] of chats) {
        const url = path.replace('{id}', path.startsWith('/api/sessions') ? sessionId : runId);
        search.look(
          path,
          await (
            await fetch(`${arbiter.system.httpUrl}${url}?userId=${PERSON}`, { signal: AbortSignal.timeout(10_000) })
          ).text(),
        );
      }
    }
    expect(search.finds).toEqual([]);
  });
});
