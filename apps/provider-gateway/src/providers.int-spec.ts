import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ArtifactBundle, ModelsDefinition, ProviderDefinition } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import { createProvider, type Ask } from '@arbiter/models';
import { Answers } from './answers';
import { Calls } from './calls';
import type { ModelCall } from './meter';
import { ProviderPool } from './provider-pool';
import { OPEN_GATES } from './testing/scripted-provider';
import { testContexts } from './testing/test-contexts';

const shop = loadTenant(join(__dirname, '../../../deploy/tenants/shop'));
const SENTENCE_COPY = 'order_status';
const VALUES = { orderNumber: '1002', status: 'on its way', tracking: 'T-1' };
const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const START = chunk({ role: 'assistant', content: '' });
const END = `${chunk({}, 'stop')}data: [DONE]\n\n`;
const saying = (...texts: readonly string[]): readonly string[] => [
  START,
  ...texts.map((content) => chunk({ content })),
  END,
];

type Behaviour = (response: ServerResponse, call: number) => void;
const answer =
  (...texts: readonly string[]): Behaviour =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(saying(...texts).join(''));
/** Breaks once the text was heard: a client that sees the end together with the text throws both away. */
const breaking =
  (text: string): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(START + chunk({ content: text }));
    void heard.promise.then(() => response.socket!.end());
  };
const status =
  (code: number, headers = {}): Behaviour =>
  (response) =>
    void response.writeHead(code, headers).end('{"error":"Jane Roe"}');
const hanging: Behaviour = () => undefined;

const servers: Server[] = [];
let left: Promise<void>;
let heard: PromiseWithResolvers<void>;

/** A server of a model that is spoken to as OpenAI-compatible ones are. */
async function serving(
  behaviour: Behaviour,
): Promise<{ readonly url: string; readonly calls: () => number; readonly asked: Promise<void> }> {
  let calls = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  left = promise;
  const asked = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    calls += 1;
    asked.resolve();
    request.resume();
    response.on('close', () => !response.writableFinished && resolve());
    behaviour(response, calls);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  servers.push(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: () => calls,
    asked: asked.promise,
  };
}
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const provider = (name: string, limits: ProviderDefinition['limits'] = {}): ProviderDefinition => ({
  name,
  kind: 'openai_compatible',
  model: `${name}-model`,
  addressVariable: `ARBITER_MODEL_${name.toUpperCase()}`,
  contextTokens: 8_000,
  limits,
});
const modelsOf = (
  providers: readonly ProviderDefinition[],
  more: Partial<ModelsDefinition> = {},
): ModelsDefinition => ({
  ...shop.models,
  budgets: {},
  providers: [...providers],
  timeoutMilliseconds: 3_000,
  tiers: { B: providers.map(({ name }) => ({ provider: name })), C: providers.map(({ name }) => ({ provider: name })) },
  ...more,
});

function opened(environment: Record<string, string>, models: ModelsDefinition) {
  const metered: ModelCall[] = [];
  const bundles: Record<string, ArtifactBundle> = { first: { ...shop, models } };
  const pool = new ProviderPool((name, definition) => createProvider(name, environment, definition));
  const calls = new Calls(pool, { record: (call) => void metered.push(call) }, OPEN_GATES, (_name, traceParent) => ({
    traceParent,
    end: () => undefined,
  }));
  const answers = new Answers(
    { load: async (hash) => bundles[hash]! },
    { pool, calls, contexts: testContexts() },
    environment,
  );
  const said: string[] = [];
  heard = Promise.withResolvers();
  const ask = (artifacts: string): Ask => ({
    askId: 'a',
    tenant: 'shop',
    customerId: 'C-1',
    purpose: 'narrative',
    artifacts,
    deadline: new Date(Date.now() + 20_000).toISOString(),
    marksAttempts: true,
    input: { copy: SENTENCE_COPY, locale: 'en', closing: null, values: VALUES },
  });
  const say = (delta: string, attempt: number): void => {
    said.push(`${attempt} ${delta}`);
    heard.resolve();
  };
  const compose = (artifacts = 'first', signal = new AbortController().signal) =>
    answers.answer(ask(artifacts), null, say, signal);
  return {
    metered,
    said,
    bundles,
    compose,
    close: () => pool.close(),
    ends: () => metered.map(({ provider: name, failure }) => `${name} ${failure ?? 'answered'}`),
  };
}

async function two(
  first: Behaviour,
  second: Behaviour,
  limits: ProviderDefinition['limits'] = {},
  more: Partial<ModelsDefinition> = {},
) {
  const [one, other] = [await serving(first), await serving(second)];
  return {
    ...opened(
      { ARBITER_MODEL_ONE: one.url, ARBITER_MODEL_OTHER: other.url },
      modelsOf([provider('one', limits), provider('other')], more),
    ),
    one,
    other,
  };
}

describe('providers over the network', () => {
  it('that break in the middle are followed by the next, as a new attempt (PV-07)', async () => {
    // Time enough on a busy machine: the first has to be heard before it breaks.
    const { compose, said, ends } = await two(
      breaking('Order 1002 '),
      answer('It is on ', 'its way.'),
      { firstTokenMilliseconds: 15_000, totalMilliseconds: 15_000 },
      { timeoutMilliseconds: 18_000 },
    );
    await expect(compose()).resolves.toMatchObject({
      provider: 'other',
      model: 'other-model',
      text: 'It is on its way.',
    });
    expect(said).toEqual(['1 Order 1002 ', '2 It is on ', '2 its way.']);
    expect(ends()).toEqual(['one provider_unreachable', 'other answered']);
  });

  it.each([
    ['503', status(503), 'provider_failed'],
    ['401', status(401), 'provider_denied'],
    ['429', status(429, { 'retry-after': '60' }), 'rate_limited'],
  ])('that answer %s are followed by the next', async (_, behaviour, failure) => {
    const { compose, ends } = await two(behaviour, answer('Well.'));
    await expect(compose()).resolves.toMatchObject({ provider: 'other' });
    expect(ends()).toEqual([`one ${failure}`, 'other answered']);
  });

  it('that said to come back later are not asked before (3)', async () => {
    const { compose, one, ends } = await two(status(429, { 'retry-after': '60' }), answer('Well.'));
    await compose();
    await compose();
    expect(one.calls()).toBe(1);
    expect(ends()).toEqual(['one rate_limited', 'other answered', 'one rate_limited', 'other answered']);
  });

  it('that say nothing in the time to their first word are given up, and their socket closes', async () => {
    const { compose, ends } = await two(hanging, answer('Well.'), { firstTokenMilliseconds: 200 });
    await expect(compose()).resolves.toMatchObject({ provider: 'other' });
    expect(ends()).toEqual(['one timed_out', 'other answered']);
  });

  it('that never come to an end are given up in their time in all', async () => {
    const endless: Behaviour = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(START);
      const timer = setInterval(() => response.write(chunk({ content: 'well ' })), 20);
      response.on('close', () => clearInterval(timer));
    };
    const { compose, ends } = await two(endless, answer('Well.'), { totalMilliseconds: 500 });
    await expect(compose()).resolves.toMatchObject({ text: 'Well.' });
    expect(ends()).toEqual(['one timed_out', 'other answered']);
  });

  it('are followed by the tier that stands in for theirs', async () => {
    const { url } = await serving(status(500));
    const tiers = {
      B: [{ provider: 'local', model: 'embedded-en-0.2' }],
      C: [{ provider: 'one' }],
      A: [{ provider: 'local', model: 'template-prose' }],
    };
    const { compose, close } = opened(
      { ARBITER_MODEL_ONE: url },
      modelsOf([provider('one')], { tiers, fallback: { C: 'A' } }),
    );
    await expect(compose()).resolves.toMatchObject({ provider: 'local', model: 'template-prose' });
    await close();
  });

  it('lose their connection when no caller waits any more', async () => {
    const { url, asked } = await serving(hanging);
    const { compose } = opened({ ARBITER_MODEL_ONE: url }, modelsOf([provider('one')]));
    const stop = new AbortController();
    const waiting = compose('first', stop.signal);
    void asked.then(() => stop.abort(new Error('no caller waits')));
    await expect(waiting).rejects.toThrow('no caller waits');
    await left;
  });

  it('are swapped by an activation, without a restart (PV-08)', async () => {
    const [before, after] = [await serving(answer('Before.')), await serving(answer('After.'))];
    const { compose, bundles } = opened(
      { ARBITER_MODEL_ONE: before.url, ARBITER_MODEL_OTHER: after.url },
      modelsOf([provider('one')]),
    );
    await expect(compose()).resolves.toMatchObject({ text: 'Before.' });
    bundles['second'] = { ...shop, models: modelsOf([provider('other')]) };
    await expect(compose('second')).resolves.toMatchObject({ text: 'After.' });
    await expect(compose('first')).resolves.toMatchObject({ text: 'Before.' });
  });

  it('meter nothing of what was said', async () => {
    const { compose, metered } = await two(status(500), answer('Order 1002 is on its way.'));
    await compose();
    // Ids, times and durations hold any digits.
    const varying = new Set(['callId', 'startedAt', 'milliseconds']);
    const told = JSON.stringify(metered, (name, value: unknown) => (varying.has(name) ? null : value));
    expect(told).not.toMatch(/1002|Jane|T-1/);
  });
});
