import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPS } from '@arbiter/contracts';
import { STAGES, type TelemetryEvent } from '@arbiter/views';
import { TestSystem, eventually } from './test-system';
import { OtlpReceiver, type Span } from './otlp-receiver';

const SERVICES = ['ingress', 'router', 'planner', 'executor', 'action-gateway', 'provider-gateway'] as const;
const REDACTED = /^\[redacted, \d+ bytes\]$/;

let receiver: OtlpReceiver;
let arbiter: TestSystem;

beforeAll(async () => {
  receiver = await OtlpReceiver.open();
  arbiter = await TestSystem.open({
    processes: 'each',
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ARBITER_LOG_LEVEL: 'debug' },
  });
});
afterAll(async () => {
  await arbiter.close();
  await receiver.close();
});

const traceOf = (runId: string): string => runId.replaceAll('-', '');

/** Says something in a session of its own and gives the id of its run. */
async function runOf(...lines: readonly string[]): Promise<string> {
  return (await arbiter.converse(...lines)).at(-1)!.events[0]!.requestId;
}

/** The stages of a run, once the last of them is folded. */
async function stagesOf(runId: string): Promise<readonly TelemetryEvent[]> {
  return eventually(`the stages of run ${runId}`, async () => {
    const { rows } = await arbiter.pool.query<TelemetryEvent>(
      'select * from stage where interaction_id = $1 order by sequence',
      [runId],
    );
    return rows.some(({ stage }) => stage === 'respond') && rows;
  });
}

const payloadsOf = async (runId: string) => (await stagesOf(runId)).map(({ stage, payload }) => [stage, payload]);

describe('the trace of a turn', () => {
  let runId: string;
  let spans: readonly Span[];

  beforeAll(async () => {
    runId = await runOf('Where is my order 1002?');
    spans = await eventually('a span of every service', async () => {
      const found = receiver.of(traceOf(runId));
      const isWhole =
        SERVICES.every((app) => found.some(({ service }) => service === `arbiter-${app}`)) &&
        found.every((span) => !span.parentSpanId || parentOf(span, found));
      return isWhole && found;
    });
  });

  const parentOf = ({ parentSpanId }: Span, among: readonly Span[]) =>
    among.find(({ spanId }) => spanId === parentSpanId);

  it('has the id of its run, and begins at ingress', () => {
    expect(spans.filter(({ parentSpanId }) => !parentSpanId).map(({ service, name }) => [service, name])).toEqual([
      ['arbiter-ingress', 'ingress turn.received'],
    ]);
  });

  it('is the only one, and leads from every span of every service back to the first', () => {
    // The activation at the start belongs to no turn.
    const activations = receiver.spans.filter(({ name }) => name.includes('artifact.activated'));
    const others = receiver.spans.filter(({ traceId }) => !activations.some((span) => span.traceId === traceId));
    expect(new Set(others.map(({ traceId }) => traceId))).toEqual(new Set([traceOf(runId)]));
    for (const span of spans) {
      let [first, hops]: [Span | undefined, number] = [span, 0];
      for (; first?.parentSpanId && hops <= spans.length; hops += 1) first = parentOf(first, spans);
      expect(first?.name).toBe('ingress turn.received');
    }
    expect(spans.find(({ name }) => name === 'planner run.requested')).toBeDefined();
  });

  it('goes on to the vendor', async () => {
    const { requests } = (await (await fetch(`${arbiter.system.vendorUrl}/_sandbox/requests`)).json()) as {
      requests: { traceparent: string | null }[];
    };
    const sent = requests.find(({ traceparent }) => traceparent?.includes(traceOf(runId)));
    expect(spans.map(({ spanId }) => spanId)).toContain(sent?.traceparent?.split('-')[2]);
  });

  it('can be found from the log of every service it went through', () => {
    for (const app of SERVICES) {
      expect(logLinesOf(app).filter((line) => line['traceId'] === traceOf(runId)).length).toBeGreaterThan(0);
    }
    expect(logLinesOf('executor')).toContainEqual(
      expect.objectContaining({ level: 30, msg: 'run ended', runId, traceId: traceOf(runId), status: 'ok' }),
    );
  });
});

function logLinesOf(app: string): readonly Record<string, unknown>[] {
  const text = readFileSync(join(arbiter.system.options.dataFolder, 'logs', `${app}.log`), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the eight stages', () => {
  it('stand in the table in their order, with their payloads (TL-01 to TL-07)', async () => {
    const runId = await runOf('Where is my order 1002?');
    const stages = await stagesOf(runId);
    expect(stages.map(({ stage }) => stage)).toEqual(STAGES);
    expect(stages.map(({ payload }) => payload)).toEqual([
      { memory: { history_count: 1, params_keys: [], waiting_for_param: null } },
      { eligible: expect.arrayContaining(['order_status', 'refund_order', 'create_ticket', 'escalate']) },
      { intent_id: 'order_status', redacted_params: [] },
      { intent_id: 'order_status', steps: ['tool_call', 'respond'] },
      { intent_id: 'order_status', message: '[redacted]' },
      { intent_id: 'order_status', allowed: true, reasons: ['Customers may read what is theirs.'] },
      { intent_id: 'order_status', ok: true, tool: 'shop.order.get' },
      { intent_id: 'order_status', message: expect.stringMatching(REDACTED) },
    ]);
    expect(new Set(stages.map(({ session_id }) => session_id)).size).toBe(1);
    expect(stages.map(({ level }) => level)).toEqual(STAGES.map(() => 'info'));
  });

  it('are all there for a turn that approves, each with its intent, and so is every event (TL-01, CL-10)', async () => {
    const client = arbiter.chat();
    await client.say('refund order 1004');
    const approving: string[] = [];
    await client.say('yes', ({ requestId }) => approving.push(requestId));
    const stages = await stagesOf(approving[0]!);
    expect([...new Set(stages.map(({ stage }) => stage))].sort()).toEqual([...STAGES].sort());
    expect(stages.find(({ stage }) => stage === 'tool_execute')?.payload).toEqual({
      intent_id: 'refund_order',
      ok: true,
      tool: 'shop.refund.create',
    });
    const { rows } = await arbiter.pool.query<{ type: string; intent: string | null }>(
      `select envelope::json ->> 'type' as type, envelope::json ->> 'intentid' as intent from event where envelope::json ->> 'correlationid' = $1`,
      [approving[0]],
    );
    const before = /\.(turn\.received|turn\.routed|turn\.completed)\./u;
    expect(rows.filter(({ type, intent }) => intent !== 'refund_order' && !before.test(type))).toEqual([]);
    expect(rows.length).toBeGreaterThan(5);
  });

  it('tell what is waited for, and that the next message found it (TL-03, TL-07)', async () => {
    const client = arbiter.chat();
    const runs: string[] = [];
    await client.say('Where is my order?', ({ requestId }) => runs.push(requestId));
    const answered: string[] = [];
    await client.say('1002', ({ requestId }) => answered.push(requestId));
    expect((await payloadsOf(runs[0]!)).at(-1)).toEqual([
      'respond',
      { intent_id: 'order_status', message: expect.stringMatching(REDACTED), waiting_for_param: 'orderNumber' },
    ]);
    expect((await payloadsOf(answered[0]!))[0]).toEqual([
      'received',
      { memory: { history_count: 2, params_keys: [], waiting_for_param: 'orderNumber' } },
    ]);
  });

  it('say that an intent is unknown and the reply a fallback (TL-04, TL-07)', async () => {
    const payloads = await payloadsOf(await runOf('what is the weather like in Paris'));
    expect(payloads).toContainEqual(['intent_classified', { intent_id: null, unknown_intent: true }]);
    expect(payloads.at(-1)).toEqual([
      'respond',
      { message: expect.stringMatching(REDACTED), fallback: true, unknown_intent: true },
    ]);
  });
});

describe('the metrics', () => {
  it.each(APPS)('of %s are exported, and say that it takes work', async (app) => {
    const { adminPort } = arbiter.system.services.find((service) => service.apps.includes(app))!;
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    expect(text).toContain(`arbiter_ready{app="${app}"} 1`);
    expect(text).toMatch(/^arbiter_append_seconds_count\{app="[a-z-]+"\} \d+$/m);
  });
});

describe('without a collector', () => {
  it('every turn has the outcome it has with one (TL-12)', async () => {
    const withOne = await outcomesOf();
    await receiver.close();
    expect(await outcomesOf()).toEqual(withOne);
  });

  it('a service still stops by itself', async () => {
    const { process } = arbiter.system.services.find(({ apps }) => apps.includes('executor'))!;
    await arbiter.system.stopApp('executor');
    expect(await process.exited).toEqual({ code: 0, signal: null });
  });

  async function outcomesOf(): Promise<readonly unknown[]> {
    const turns = await arbiter.converse(
      'Where is my order?',
      '1001',
      'any luck?',
      'refund order 1004',
      'no',
      'what is the weather like in Paris',
    );
    return turns.map(({ header, text, status, events }) => ({
      header,
      text,
      status,
      types: events.map(({ type }) => type).filter((type) => type !== 'rag.token'),
    }));
  }
});
