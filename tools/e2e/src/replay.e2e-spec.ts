import { TestSystem, eventually } from './test-system';
import { readModelRows } from './read-model-rows';
import { runTool, type Ended } from './tool';

let arbiter: TestSystem;
let sessionId: string;
let runId: string;

beforeAll(async () => {
  arbiter = await TestSystem.open();
  const client = arbiter.chat();
  sessionId = client.sessionId;
  for (const line of [
    'hi',
    'Where is my order?',
    '1002',
    'any luck?',
    'refund order 1003',
    'refund order 1004',
    'no',
    'refund order 1004',
    'yes',
  ]) {
    await client.say(line, ({ requestId }) => (runId = requestId));
  }
  await arbiter.converse('what is the weather like in Paris', 'yes');
  await arbiter.converse('can I send back shoes I wore once?', 'do you sell gift wrapping?', 'no');
  await arbiter.converse('I want to report a problem', 'The teapot leaks.', 'actually, forget it');
  const direct = [
    await arbiter.submit('echo_five', { text: 'hello' }),
    await arbiter.submit('echo_fan_out', { text: 'hello' }),
    await arbiter.submit('refund_order', { orderNumber: 'none' }),
  ];
  for (const requestId of direct) await arbiter.ended(requestId);
  await cancelOneInFlight();
});
afterAll(() => arbiter.close());

async function cancelOneInFlight(): Promise<void> {
  await arbiter.faults([{ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'held' }]);
  const client = arbiter.chat();
  const first = client.say('Where is my order 1001?');
  await eventually(
    'the action to be requested',
    async () => (await arbiter.count('segment.requested', client.sessionId)) > 0,
  );
  await client.say('stop');
  await arbiter.faults([]);
  await first;
}

interface Summary {
  readonly streams: number;
  readonly decisions: number;
  readonly equal: number;
  readonly changed: number;
  readonly differing: number;
  readonly erased: number;
}

const summaryOf = ({ output }: Ended): Summary => JSON.parse(output.trim().split('\n').at(-1)!) as Summary;

describe('replay of everything that was decided', () => {
  it('makes every decision again, byte for byte, without a model or a vendor', async () => {
    await fetch(`${arbiter.system.vendorUrl}/_sandbox/requests`, { method: 'DELETE' });
    const replayed = await runTool(arbiter, 'main', '--all', '--verify');
    const summary = summaryOf(replayed);
    expect(summary).toMatchObject({ equal: summary.decisions, changed: 0, differing: 0, erased: 0 });
    expect(summary.decisions).toBeGreaterThan(100);
    expect(replayed.output).not.toContain('the rules changed since');
    expect(replayed.code).toBe(0);
    const { requests } = (await (await fetch(`${arbiter.system.vendorUrl}/_sandbox/requests`)).json()) as {
      requests: unknown[];
    };
    expect(requests).toEqual([]);
  });

  it.each([
    ['a session, with every run it asked for', () => ['--session', sessionId], 10],
    ['a run, with its plan and its actions', () => ['--run', runId], 2],
  ])('can be of %s', async (_, selection, streams) => {
    const replayed = await runTool(arbiter, 'main', ...selection(), '--verify');
    expect(replayed).toMatchObject({ code: 0, errors: '' });
    expect(summaryOf(replayed)).toMatchObject({ changed: 0, differing: 0 });
    expect(summaryOf(replayed).streams).toBeGreaterThanOrEqual(streams);
  });

  it('names the stream, the version and the place of a fact that was changed', async () => {
    const stream = `session-shop-${sessionId}.C-0001`;
    const version = await tamper(stream, '"category":"status_nudge"', '"category":"filler"');
    const replayed = await runTool(arbiter, 'main', '--all', '--verify');
    expect(replayed.output).toContain(
      `differing ${stream}@${version} turn.routed differs at data.category: recorded "filler", now "status_nudge"`,
    );
    expect(summaryOf(replayed)).toMatchObject({ differing: 1 });
    expect(replayed.code).toBe(1);
    await tamper(stream, '"category":"filler"', '"category":"status_nudge"', version);
    expect(await runTool(arbiter, 'main', '--stream', stream, '--verify')).toMatchObject({ code: 0 });
  });
});

/**
 * Changes the log behind the trigger's back, which only the owner of the database can do. Returns the version it
 * changed.
 */
async function tamper(stream: string, from: string, to: string, version: number | null = null): Promise<number> {
  const client = await arbiter.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const { rows } = await client.query<{ version: number }>(
      `update event set envelope = replace(envelope, $2, $3)
       where stream_id = $1 and envelope like '%' || $2 || '%' and version = coalesce($4, version) returning version`,
      [stream, from, to, version],
    );
    await client.query('commit');
    expect(rows).toHaveLength(1);
    return rows[0]!.version;
  } finally {
    client.release();
  }
}

describe('the read models', () => {
  it('come out the same, row for row, when they are made again (TH-09, IN-03)', async () => {
    await eventually('telemetry to have folded everything', async () =>
      (await runTool(arbiter, 'projections', 'status')).output
        .split('\n')
        .filter(Boolean)
        .every((line) => line.includes(' 0 facts behind')),
    );
    const before = await readModelRows(arbiter);
    const rebuilt = await runTool(arbiter, 'projections', 'rebuild');
    expect(rebuilt).toMatchObject({ code: 0 });
    expect(JSON.parse(rebuilt.output.trim().split('\n').at(-1)!)).toMatchObject({ lost: 0 });
    expect(before.length).toBeGreaterThan(50);
    expect(await readModelRows(arbiter)).toEqual(before);
  });
});
