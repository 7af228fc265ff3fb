import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { OutboundMessage } from '@arbiter/contracts';
import { secretOf, startService, type ServiceProcess } from '@arbiter/stack';
import { createParser } from 'eventsource-parser';
import { TestSystem, eventually, type SharedTestSystem } from './test-system';

const ROOT = resolve(__dirname, '../../..');
const SECRET = Buffer.alloc(32, 7);
const ORIGIN = 'https://www.example.com';

let arbiter: SharedTestSystem;
beforeAll(async () => (arbiter = await TestSystem.borrow()));
afterAll(() => arbiter.close());

const script = (channel: string): string => join(ROOT, `apps/channel-${channel}/dist/main.js`);
const environmentOf = (channel: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  ARBITER_NATS_URL: arbiter.system.stack.nats.url,
  ARBITER_NATS_PASSWORD: secretOf(arbiter.system.options.dataFolder, `nats-channel_${channel}`),
});

describe('the terminal as a channel', () => {
  it('answers piped lines one by one, over NATS alone, and ends with 0', async () => {
    const child = spawn(process.execPath, [script('terminal')], {
      env: { ...environmentOf('terminal'), ARBITER_TERMINAL_USER: 'C-0001' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const printed = text(child.stdout);
    const ended = new Promise((done) => child.once('exit', done));
    child.stdin.end('Where is my order 1002?\nrefund order 1004\nno\n');
    expect(await ended).toBe(0);
    const [order, proposal, refusal] = (await printed).split(/^you › /m).slice(1);
    expect(order).toMatch(/^Where is my order 1002\?\n[\s\S]* {2}✓ Look up the order\narbiter › .*1002/);
    expect(proposal).toMatch(/^refund order 1004\n[\s\S]*Shall I refund .* for order 1004\?/);
    expect(refusal).toMatch(/^no\n[\s\S]*arbiter › /);
    expect(await arbiter.ledger('1004')).toEqual([]);
  });
});

describe('a visitor of a site', () => {
  let adapter: ServiceProcess;
  let url: string;
  const seen: OutboundMessage[] = [];
  const closing = new AbortController();

  beforeAll(async () => {
    adapter = await startService({
      name: 'channel-web',
      script: script('web'),
      dataFolder: arbiter.system.options.dataFolder,
      environment: {
        ...environmentOf('web'),
        ARBITER_HTTP_PORT: '0',
        ARBITER_WEB_SECRETS: SECRET.toString('base64'),
        ARBITER_WEB_ORIGINS: ORIGIN,
      },
    });
    url = `http://127.0.0.1:${String((await adapter.ready)['port'])}`;
    const parser = createParser({ onEvent: ({ data }) => seen.push(JSON.parse(data) as OutboundMessage) });
    const response = await fetch(`${url}/events`, {
      headers: { origin: ORIGIN, authorization: `Bearer ${token()}` },
      signal: closing.signal,
    });
    void (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }));
    })().catch(() => undefined);
  });
  afterAll(async () => {
    closing.abort();
    await adapter.stop();
  });

  /** As the site's back end makes it. */
  function token(): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sid: 'visit-1', sub: 'C-0001', exp: Math.floor(Date.now() / 1_000) + 600 })}`;
    return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
  }
  const say = async (message: object) => {
    const response = await fetch(`${url}/messages`, {
      method: 'POST',
      headers: { origin: ORIGIN, authorization: `Bearer ${token()}` },
      body: JSON.stringify(message),
    });
    expect(response.status).toBe(202);
  };
  const said = (kind: OutboundMessage['kind'], messageId: string) =>
    eventually(
      `${kind} of ${messageId}`,
      async () => seen.find((message) => message.kind === kind && message.inReplyTo === messageId) ?? null,
    );

  it('presses the button of a proposal, and what was approved is done once', async () => {
    await say({ messageId: 'm1', text: 'refund order 1004' });
    expect((await said('working', 'm1')).marks).toContainEqual({ messageId: 'm1', reaction: 'working' });
    const proposal = await eventually(
      'an answer',
      async () =>
        seen.find(({ kind, inReplyTo }) => inReplyTo === 'm1' && (kind === 'proposal' || kind === 'reply')) ?? null,
    );
    expect([proposal.kind, proposal.choices.length]).toEqual(['proposal', 2]);
    await say({ messageId: 'm2', text: proposal.choices[0], answerTo: proposal.answerTo });
    expect((await said('reply', 'm1')).status).toBe('ok');
    expect(await arbiter.ledger('1004')).toHaveLength(1);
  });
});
