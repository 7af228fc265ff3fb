import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { HUMAN_HANDOFF_SENTENCE, retryable, type ArtifactBundle, type Proposal } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import { Asker, createProvider, type Ask, type AskerOptions, type ModelProvider } from '@arbiter/models';
import { inboxOf, openBroker, type Broker } from '@arbiter/runtime';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { Keyring, openDatabase, type Database } from '@arbiter/store';
import { Registry } from 'prom-client';
import type { AskServerOptions } from './ask-server';
import { Gateway } from './gateway';
import { GatewayModule } from './gateway.module';
import type { GatewayParts } from './gateway-parts';
import { MODELS, ScriptedProvider, never, words } from './testing/scripted-provider';

const CUSTOMER = { tenant: 'shop', customerId: 'C-1' };
const NEIGHBOUR = { tenant: 'shop', customerId: 'C-2' };
const bundle: ArtifactBundle = { ...loadTenant(join(__dirname, '../../../deploy/tenants/shop')), models: MODELS };
const eligible = bundle.intents.map(({ intent }) => intent);

let stack: Stack;
let database: Database;
let keyring: Keyring;
let client: Broker;
let asked = 0;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  stack = await startThrowawayStack();
  database = openDatabase(stack.postgres.url, 'provider-gateway-test', 2);
  keyring = new Keyring(database, [randomBytes(32)]);
  await keyring.create([CUSTOMER, NEIGHBOUR]);
  client = await openBroker({ url: stack.nats.url, name: 'asker', inbox: 'executor' });
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await client.close();
  await database.close();
  await stack.stop();
});

interface Opened {
  readonly gateway: Gateway;
  readonly registry: Registry;
  readonly logged: unknown[];
}

/** One replica of the gateway on a connection of its own; providers by name take the place of the real ones. */
async function open(
  providers: Readonly<Record<string, ModelProvider>> = {},
  options: AskServerOptions = {},
  prepared: readonly string[] = [],
): Promise<Opened> {
  const broker = await openBroker({ url: stack.nats.url, name: 'provider-gateway', inbox: 'provider-gateway' });
  const registry = new Registry();
  const logged: unknown[] = [];
  const log = (...entry: unknown[]): void => void logged.push(entry);
  const parts: GatewayParts = {
    connection: broker.connection,
    database,
    onTrouble: (error) => log(error),
    sealer: keyring,
    digestsOf: (tenant) => keyring.digestsOf(tenant),
    artifacts: { load: async () => bundle },
    logger: { info: log, warn: log } as GatewayParts['logger'],
    registry,
    trace: (_name, traceParent) => ({ traceParent, end: () => undefined }),
    environment: {},
    createProvider: (name) => providers[name] ?? createProvider(name, {}),
  };
  const app = await NestFactory.createApplicationContext(GatewayModule.on({ useFactory: () => parts }, options), {
    logger: false,
  });
  const gateway = app.get(Gateway);
  await gateway.start(prepared);
  await broker.connection.flush();
  closers.push(async () => {
    await gateway.close();
    await app.close();
    await broker.close();
  });
  return { gateway, registry, logged };
}

function askerOf(options: Partial<AskerOptions> = {}): Asker {
  const asker = new Asker(client.connection, keyring, { inboxPrefix: inboxOf('executor'), ...options });
  closers.push(() => asker.close());
  return asker;
}

const base = (purpose: Ask['purpose']) =>
  ({
    ...CUSTOMER,
    purpose,
    askId: `run-shop-1@${(asked += 1)}/${purpose}`,
    artifacts: 'hash',
    deadline: new Date(Date.now() + 60_000).toISOString(),
  }) as const;
const intentAsk = (text: string, changes: Partial<Ask> = {}): Ask => ({
  ...base('intent'),
  input: { text, locale: 'en', eligible },
  ...changes,
});
const replyAsk = (copy: string, changes: Partial<Ask> = {}): Ask => ({
  ...base('narrative'),
  input: { copy, locale: 'en', closing: null, values: { orderNumber: '1002', status: 'on its way', tracking: 'T-1' } },
  ...changes,
});

async function heard(
  ask: Ask,
  asker = askerOf(),
  onDelta = (): void => undefined,
): Promise<{ deltas: string[]; proposal: Proposal }> {
  const deltas: string[] = [];
  const proposal = await asker.ask(ask, (delta) => {
    deltas.push(delta);
    onDelta();
  });
  return { deltas, proposal };
}

/** Says one word, then waits to be told how to end. */
function pausing(name = 'local') {
  const started = Promise.withResolvers<AbortSignal>();
  const end = Promise.withResolvers<string>();
  const provider = new ScriptedProvider(name, {
    say: async function* (signal) {
      yield 'One ';
      started.resolve(signal);
      yield await end.promise;
    },
  });
  return { provider, started: started.promise, end: end.resolve };
}

describe('the gateway on the embedded provider', () => {
  it('proposes an intent with its slots, and says who proposed it', async () => {
    const { registry } = await open({}, {}, ['hash']);
    await expect(askerOf().ask(intentAsk('any news about order 1002?'))).resolves.toMatchObject({
      kind: 'intent',
      intentId: 'order_status',
      slots: { orderNumber: '1002' },
      provider: 'local',
      model: 'embedded-en-0.2',
    });
    expect(await registry.metrics()).toMatch(
      /arbiter_model_calls_total\{tenant="shop",purpose="intent",tier="B",provider="local",model="embedded-en-0.2",outcome="answered"\} 1/,
    );
  });

  it('says a reply in numbered pieces, and the whole at the end (EV-07)', async () => {
    await open();
    const { deltas, proposal } = await heard(replyAsk('order_status'));
    expect(deltas.length).toBeGreaterThan(1);
    expect(proposal).toEqual({ kind: 'reply', text: deltas.join(''), provider: 'local', model: 'template-prose' });
    expect(deltas.join('')).toContain('1002');
  });

  it('sends a reply in one piece to a caller that does not follow the stream', async () => {
    await open();
    const asking = replyAsk('order_status');
    const frames: string[] = [];
    const subscription = client.connection.subscribe(`${inboxOf('executor')}.>`, {
      callback: (_, message) => void frames.push(message.string()),
    });
    const proposal = await askerOf().ask(asking);
    await client.connection.flush();
    subscription.unsubscribe();
    expect(proposal).toMatchObject({ kind: 'reply', text: expect.stringContaining('1002') as string });
    expect(frames).toHaveLength(1);
  });

  it('ends a clarification with the offer of a person (CL-04)', async () => {
    await open();
    const proposal = await askerOf().ask(
      replyAsk('unknown_intent', {
        purpose: 'clarification',
        input: { copy: 'unknown_intent', locale: 'en', closing: HUMAN_HANDOFF_SENTENCE, values: {} },
      }),
    );
    expect(proposal).toMatchObject({
      kind: 'reply',
      text: expect.stringMatching(new RegExp(`${HUMAN_HANDOFF_SENTENCE.replace('?', '\\?')}$`)),
    });
  });

  it('logs and meters nothing of what was said', async () => {
    const { registry, logged } = await open();
    await askerOf().ask(intentAsk('My name is Jane Roe, refund order 1003'));
    expect(JSON.stringify(logged)).toContain('model call');
    // What is counted and measured holds any digits.
    const lines = JSON.stringify(logged, (_, value: unknown) => (typeof value === 'number' ? 0 : value));
    const series = (await registry.metrics()).replaceAll(/ [\d.e+-]+$/gm, '');
    expect(lines + series).not.toMatch(/Jane|\b1003\b/);
  });
});

describe('the record of calls of models', () => {
  it('stands in model_call once the gateway has closed, by its run and its step (PV-05, TL-14)', async () => {
    const bad = new ScriptedProvider('local', { understand: () => Promise.reject(retryable('reset', 'reset')) });
    const { gateway } = await open({ local: bad });
    const ask = intentAsk('refund order 1003', { runId: 'run-7', stepId: 'reply' });
    await askerOf().ask(ask);
    await gateway.close();
    const { rows } = await database.pool.query(
      'select ask_id, step_id, purpose, tier, provider, attempt, input_tokens, microdollars, outcome, failure from model_call where run_id = $1 order by attempt',
      ['run-7'],
    );
    const same = {
      ask_id: ask.askId,
      step_id: 'reply',
      purpose: 'intent',
      tier: 'B',
      input_tokens: null,
      microdollars: 0,
    };
    expect(rows).toEqual([
      { ...same, provider: 'local', attempt: 1, outcome: 'failed', failure: 'reset' },
      { ...same, provider: 'local_lexical', attempt: 2, outcome: 'answered', failure: null },
    ]);
  });
});

describe('the gateway with a provider that is out (EVL-03)', () => {
  it('goes on with the next of the tier, and the proposal says so (PV-07)', async () => {
    await open({
      local: new ScriptedProvider('local', { understand: () => Promise.reject(retryable('reset', 'reset')) }),
    });
    await expect(askerOf().ask(intentAsk('refund order 1003'))).resolves.toMatchObject({
      intentId: 'refund_order',
      provider: 'local_lexical',
    });
  });

  it('goes on with the next when one hangs, within the deadline', async () => {
    await open({ local: new ScriptedProvider('local', { understand: never }) });
    // Each of the two gets half of it, and a busy machine takes seconds to begin.
    const deadline = new Date(Date.now() + 10_000).toISOString();
    await expect(askerOf().ask(intentAsk('refund order 1003', { deadline }))).resolves.toMatchObject({
      provider: 'local_lexical',
    });
  });

  it('says so when no provider is left', async () => {
    const out = (name: string) =>
      new ScriptedProvider(name, { understand: () => Promise.reject(retryable('provider_unavailable', 'out')) });
    await open({ local: out('local'), local_lexical: out('local_lexical') });
    await expect(askerOf().ask(intentAsk('refund order 1003'))).resolves.toEqual({
      kind: 'failure',
      code: 'provider_unavailable',
      message: 'out',
    });
  });
});

describe('an ask that comes again', () => {
  it('joins the answer in the making and hears all of it', async () => {
    const { provider, started, end } = pausing();
    await open({ local: provider });
    const ask = replyAsk('order_status');
    const first = heard(ask);
    await started;
    const { promise: joined, resolve: join } = Promise.withResolvers<void>();
    const second = heard(ask, askerOf(), join);
    await joined;
    end('two');
    const whole = {
      deltas: ['One ', 'two'],
      proposal: { kind: 'reply', text: 'One two', provider: 'local', model: 'template-prose' },
    };
    await expect(Promise.all([first, second])).resolves.toEqual([whole, whole]);
    expect(provider.signals).toHaveLength(1);
  });

  it('after its answer gets the same one without another call', async () => {
    const provider = new ScriptedProvider('local', {});
    await open({ local: provider });
    const ask = replyAsk('order_status');
    const first = await heard(ask);
    await expect(heard(ask)).resolves.toEqual(first);
    expect(provider.signals).toHaveLength(1);
  });

  it('after a failure is tried anew', async () => {
    let calls = 0;
    const say = () => ((calls += 1) <= 2 ? words(retryable('reset', 'reset')) : words('Well.'));
    await open({
      local: new ScriptedProvider('local', { say }),
      local_lexical: new ScriptedProvider('local_lexical', { say }),
    });
    const ask = replyAsk('order_status');
    await expect(askerOf().ask(ask)).resolves.toMatchObject({ kind: 'failure', code: 'reset' });
    await expect(askerOf().ask(ask)).resolves.toMatchObject({ kind: 'reply', text: 'Well.' });
  });

  it('from another customer is another ask', async () => {
    const provider = new ScriptedProvider('local', {});
    await open({ local: provider });
    const ask = replyAsk('order_status');
    await askerOf().ask(ask);
    await askerOf().ask({ ...ask, ...NEIGHBOUR });
    expect(provider.signals).toHaveLength(2);
  });
});

describe('an asker that falls silent', () => {
  it('stops the generation', async () => {
    const { provider, started } = pausing();
    await open({ local: provider }, { silenceMilliseconds: 200 });
    const stop = new AbortController();
    const waiting = askerOf().ask(replyAsk('order_status'), undefined, stop.signal);
    const signal = await started;
    stop.abort();
    await waiting;
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
    );
    expect(signal.reason).toMatchObject({ code: 'abandoned' });
  });

  it('and one that is heard does not', async () => {
    const { provider, started, end } = pausing();
    await open({ local: provider }, { silenceMilliseconds: 400 });
    const waiting = askerOf({ aliveMilliseconds: 50 }).ask(replyAsk('order_status'));
    const signal = await started;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(signal.aborted).toBe(false);
    end('two');
    await expect(waiting).resolves.toMatchObject({ text: 'One two' });
  });
});

describe('the gateway', () => {
  it('refuses above its limit at once', async () => {
    const { provider, started, end } = pausing();
    await open({ local: provider }, { generationLimit: 1 });
    const first = askerOf().ask(replyAsk('order_status'));
    await started;
    await expect(askerOf().ask(replyAsk('order_status'))).resolves.toMatchObject({
      kind: 'failure',
      code: 'overloaded',
    });
    end('two');
    await expect(first).resolves.toMatchObject({ text: 'One two' });
  });

  it('answers what is no ask with the field that is wrong', async () => {
    await open();
    const answer = await client.connection.request('ask.intent', '{"askId":""}', { timeout: 5_000 });
    expect(answer.json()).toMatchObject({
      frame: 1,
      failure: { code: 'ask_invalid', message: expect.stringMatching(/an ask must be/) },
    });
  });

  it('ends an ask at its deadline', async () => {
    const { provider, started } = pausing();
    await open({ local: provider });
    const waiting = heard(replyAsk('order_status', { deadline: new Date(Date.now() + 500).toISOString() }));
    const signal = await started;
    await expect(waiting).resolves.toMatchObject({ proposal: { kind: 'failure', code: 'timed_out' } });
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
    );
  });

  it('answers an ask whose deadline is far away', async () => {
    await open();
    await expect(
      askerOf().ask(replyAsk('order_status', { deadline: '2999-01-01T00:00:00.000Z' })),
    ).resolves.toMatchObject({ kind: 'reply' });
  });

  it('shares the asks among its replicas', async () => {
    const replicas = [new ScriptedProvider('local', {}), new ScriptedProvider('local', {})];
    for (const local of replicas) await open({ local });
    const asker = askerOf();
    const proposals = await Promise.all(Array.from({ length: 60 }, () => asker.ask(replyAsk('order_status'))));
    expect(proposals.every(({ kind }) => kind === 'reply')).toBe(true);
    const [one, two] = replicas.map(({ signals }) => signals.length);
    expect(one! + two!).toBe(60);
    expect(Math.min(one!, two!)).toBeGreaterThan(0);
  });

  it('when it stops finishes what is quick, gives up what is not, and takes nothing more', async () => {
    const { provider, started } = pausing();
    const { gateway } = await open({ local: provider }, { graceMilliseconds: 100 });
    const waiting = askerOf().ask(replyAsk('order_status'));
    await started;
    await gateway.close();
    await expect(waiting).resolves.toMatchObject({
      kind: 'failure',
      code: 'provider_unavailable',
      message: expect.stringMatching(/shutting down/),
    });
    expect(provider.closed).toBe(true);
    await expect(askerOf().ask(replyAsk('order_status'))).resolves.toMatchObject({
      code: 'provider_unavailable',
      message: expect.stringMatching(/no provider-gateway/),
    });
  });
});
