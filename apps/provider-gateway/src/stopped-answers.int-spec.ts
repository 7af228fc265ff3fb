import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadTenant } from '@arbiter/artifacts';
import type { ArtifactBundle, ProviderDefinition } from '@arbiter/contracts';
import { createProvider, type AgentAsk, type Ask } from '@arbiter/models';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { openDatabase, type Database } from '@arbiter/store';
import { Answers } from './answers';
import { Budgets } from './budgets';
import { CallRecords } from './call-records';
import { Calls } from './calls';
import { allOf, type ModelCall } from './meter';
import { ProviderPool } from './provider-pool';
import { Questions } from './questions';
import { gatewayLogin } from './testing/gateway-login';
import { testContexts } from './testing/test-contexts';

const shop = loadTenant(join(__dirname, '../../../deploy/tenants/shop'));
const LOOKUP = 'shop.order.get';
const ASK: AgentAsk = {
  profile: 'clerk',
  tools: [LOOKUP],
  delegates: [],
  evidence: [],
  locale: 'en',
  wish: 'Where is order 1002?',
  exchanges: [],
  final: null,
};
const ADDRESS = 'ARBITER_MODEL_TALKER';
const talker: ProviderDefinition = {
  name: 'talker',
  kind: 'openai_compatible',
  model: 'm',
  addressVariable: ADDRESS,
  contextTokens: 8_000,
  prices: { input: 1, output: 10 },
};
const bundle: ArtifactBundle = {
  ...shop,
  agents: [
    {
      agent: 'clerk',
      version: '1.0.0',
      description: 'Looks orders up',
      instructions: 'You look orders up.',
      tools: [LOOKUP],
      class: 'drafting',
      examples: [
        {
          wishes: ['where is order 1002', 'look order 1002 up', 'what became of order 1002'],
          calls: [{ tool: LOOKUP, args: { orderNumber: { match: '\\d{4}' } } }],
          copy: 'working',
        },
      ],
    },
  ],
  models: {
    ...shop.models,
    providers: [talker],
    budgets: { run: { tokens: 1_000_000, dollars: 1 } },
    tiers: { A: [{ provider: 'talker' }], B: [{ provider: 'local_lexical', model: 'reference-examples' }] },
    fallback: {},
    purposes: { ...shop.models.purposes, agent: 'A' },
  },
};

const chunk = (delta: object, finish: string | null = null, more = {}): string =>
  `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
const calling = (written: string, more = {}): string =>
  chunk({ tool_calls: [{ index: 0, ...more, function: { name: 'shop-order-get', arguments: written } }] });
const WORDS = chunk({ role: 'assistant', content: 'Let me look. ' });
const CALL = calling('{"orderNumber":"1002"}', { id: 'a', type: 'function' });
const USAGE = { usage: { prompt_tokens: 700, completion_tokens: 30 } };

interface Asked {
  readonly stream?: boolean;
}
let behaviour: (response: ServerResponse, asked: Asked) => Promise<void> | void;
const asked: Asked[] = [];
let closed: PromiseWithResolvers<void>;
let server: Server;
let stack: Stack;
let owner: Database;
let gateway: Database;
let runs = 0;

/** Writes until it is closed: were it read to its end, that would be never. */
const callsAndTalksOn = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(WORDS + CALL);
  while (!response.destroyed) {
    response.write(chunk({ content: 'And another thing: ' }) + calling('{"orderNumber":"7"}', { index: 1, id: 'b' }));
    await delay(5);
  }
};

beforeAll(async () => {
  stack = await startThrowawayStack();
  owner = openDatabase(stack.postgres.url, 'owner', 1);
  const url = await gatewayLogin(stack.postgres.url);
  gateway = openDatabase(url, 'gateway', 3);
  server = createServer((request, response) => {
    response.on('close', () => !response.writableFinished && closed.resolve());
    void request
      .setEncoding('utf8')
      .toArray()
      .then((pieces) => {
        asked.push(JSON.parse(pieces.join('')) as Asked);
        return behaviour(response, asked.at(-1)!);
      });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  for (const database of [gateway, owner]) await database.close();
  await stack.stop();
});
beforeEach(() => {
  asked.length = 0;
  closed = Promise.withResolvers();
});

function opened(models: Partial<ArtifactBundle['models']> = {}) {
  const environment = { [ADDRESS]: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
  const metered: ModelCall[] = [];
  const records = new CallRecords(gateway, fail, fail);
  const pool = new ProviderPool((name, definition) => createProvider(name, environment, definition));
  const calls = new Calls(
    pool,
    allOf({ record: (call) => void metered.push(call) }, records),
    { questions: new Questions(gateway), budgets: new Budgets(gateway) },
    (_name, traceParent) => ({ traceParent, end: () => undefined }),
  );
  const artifacts = { load: async () => ({ ...bundle, models: { ...bundle.models, ...models } }) };
  const answers = new Answers(artifacts, { pool, calls, contexts: testContexts() }, environment);
  const runId = `r${(runs += 1)}`;
  const step = (input: Partial<AgentAsk> = {}) => {
    const ask: Ask<'agent'> = {
      askId: 'a',
      tenant: 'shop',
      customerId: 'C-1',
      purpose: 'agent',
      artifacts: 'h',
      runId,
      stepId: 'work',
      deadline: new Date(Date.now() + 20_000).toISOString(),
      inOnePiece: true,
      input: { ...ASK, ...input },
    };
    return answers.answer(ask, null, fail, new AbortController().signal);
  };
  const settled = async () => {
    await records.close();
    await pool.close();
    const { rows } = await owner.pool.query<{ tokens: number; microdollars: number }>(
      `select tokens::int, microdollars::int from model_spending where scope = 'run' and key = $1`,
      [runId],
    );
    return rows[0];
  };
  const recorded = async () =>
    (await owner.pool.query('select outcome, failure from model_call where run_id = $1', [runId])).rows;
  return { metered, step, settled, recorded };
}

describe('an answer that may call a tool', () => {
  it('is stopped at its first whole call: the connection is closed, and its own count is settled (TP-02, PV-11)', async () => {
    behaviour = callsAndTalksOn;
    const { step, metered, settled, recorded } = opened();
    const answer = await step();
    await closed.promise;
    expect(answer).toMatchObject({
      words: 'Let me look. ',
      call: { tool: LOOKUP, args: { orderNumber: '1002' } },
      ignoredCalls: 0,
    });
    const [call] = metered;
    const taken = call!.inputTokens! + call!.outputTokens!;
    expect(metered).toMatchObject([{ outcome: 'stopped', failure: null, isEstimated: true, isReserved: true }]);
    expect(Math.min(call!.inputTokens!, call!.outputTokens!)).toBeGreaterThan(0);
    expect(call!.microdollars).toBe(call!.inputTokens! + 10 * call!.outputTokens!);
    expect(answer).toMatchObject({ tokens: taken });
    expect(await settled()).toEqual({ tokens: taken, microdollars: call!.microdollars });
    expect(await recorded()).toEqual([{ outcome: 'stopped', failure: null }]);
  });

  it('counts as a success of its provider each time, which is never paused for it (TP-02)', async () => {
    behaviour = callsAndTalksOn;
    const { step, metered, settled } = opened();
    for (let call = 0; call < 7; call += 1) expect(await step()).toMatchObject({ provider: 'talker' });
    expect(metered.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 7 }, () => 'stopped'));
    await settled();
  });

  it('is broken where it ends within its call, and what it took is unknown', async () => {
    behaviour = (response) =>
      void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(WORDS + calling('{"orderNumber":"10', { id: 'a', type: 'function' }));
    const { step, metered, settled } = opened();
    await expect(step()).rejects.toMatchObject({ code: 'broken_stream' });
    expect(metered).toMatchObject([
      { outcome: 'failed', failure: 'broken_stream', inputTokens: null, isEstimated: false },
    ]);
    await settled();
  });

  it('is read to its end where it is words, with the usage that the provider reports', async () => {
    behaviour = (response) =>
      void response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`${WORDS}${chunk({}, 'stop', USAGE)}data: [DONE]\n\n`);
    const { step, metered, settled } = opened();
    expect(await step()).toMatchObject({ words: 'Let me look. ', call: null, tokens: 730 });
    expect(metered).toMatchObject([{ outcome: 'answered', inputTokens: 700, isEstimated: false }]);
    expect(await settled()).toMatchObject({ tokens: 730 });
  });

  it('comes in one piece where no tool is offered any more, as it can call none', async () => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'It is there.' }, finish_reason: 'stop' }];
    behaviour = (response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ id: 'c', created: 1, model: 'm', choices, ...USAGE }));
    const { step, metered, settled } = opened();
    expect(await step({ final: 'tool_budget' })).toMatchObject({ words: 'It is there.', call: null });
    expect(asked.map(({ stream }) => stream ?? false)).toEqual([false]);
    expect(metered).toMatchObject([{ outcome: 'answered', isEstimated: false }]);
    await settled();
  });

  it('of an embedded provider is one call as well, and whole: there is nothing to stop', async () => {
    const { purposes } = bundle.models;
    const { step, metered, settled } = opened({ purposes: { ...purposes, agent: 'B' } });
    expect(await step()).toMatchObject({ call: { tool: LOOKUP, args: { orderNumber: '1002' } }, ignoredCalls: 0 });
    expect(metered).toMatchObject([{ provider: 'local_lexical', outcome: 'answered', microdollars: 0 }]);
    expect(await settled()).toBeUndefined();
  });
});

function fail(...told: unknown[]): never {
  throw new Error(`nothing should be told: ${String(told[0])}`);
}
