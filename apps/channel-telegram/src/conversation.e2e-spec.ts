import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@arbiter/channels/testing';
import { System, freePort, secretOf, startService, type ServiceProcess } from '@arbiter/stack';
import { TelegramSide } from './testing/harness';
import { TelegramServer } from './testing/telegram-server';
import { personOf } from './testing/updates';

/** The built process entry: `tsc -b` comes before the tests. */
const MAIN = join(__dirname, '..', 'dist', 'main.js');

const LINK = /http:\/\/127\.0\.0\.1:\d+\/link\?code=\S+/;

describe('a conversation on Telegram', () => {
  let system: System;
  let adapter: ServiceProcess;
  let server: TelegramServer;
  let side: TelegramSide;

  beforeAll(async () => {
    server = await TelegramServer.start();
    side = new TelegramSide(server, null);
    const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-telegram-'));
    system = await System.start({ dataFolder, throwaway: true, httpPort: await freePort() });
    adapter = await startService({
      name: 'channel-telegram',
      script: MAIN,
      dataFolder,
      environment: {
        ...process.env,
        ARBITER_NATS_URL: system.stack.nats.url,
        ARBITER_NATS_PASSWORD: secretOf(dataFolder, 'nats-channel_telegram'),
        ARBITER_TELEGRAM_TOKEN: server.token,
        ARBITER_TELEGRAM_API_URL: server.url,
      },
    });
    await adapter.ready;
  });
  afterAll(async () => {
    await adapter?.stop();
    await system?.stop();
    await server?.close();
  });

  const say = (number: number, text: string) => side.send({ kind: 'text', chat: 1, person: 1, number, text });
  /** The first post with this text; words that come before any action may arrive first. */
  const shown = (words: RegExp) =>
    eventually(() => {
      const post = side.posts().find(({ text }) => words.test(text));
      if (!post)
        throw new Error(
          `nothing shown says ${words}, only: ${side
            .posts()
            .map(({ text }) => text)
            .join(' | ')}`,
        );
      return post;
    });
  const marksOf = (number: number) =>
    side
      .marks()
      .filter((mark) => mark.number === number)
      .map(({ reaction }) => reaction);

  /** What the vendor was asked for about anybody. */
  const asked = async () =>
    (
      (await (await fetch(`${system.vendorUrl}/_sandbox/requests`)).json()) as { requests: { path: string }[] }
    ).requests.filter(({ path }) => path.startsWith('/customers'));

  it('is not served until the shop has linked the account to a customer (CH-17)', async () => {
    for (const [number, text] of [
      [1, 'Where is my order 1002?'],
      [2, 'refund order 1004'],
    ] as const) {
      await say(number, text);
      await eventually(() => expect(side.posts().filter((post) => LINK.test(post.text))).toHaveLength(number));
    }
    expect(side.posts().filter((post) => !LINK.test(post.text))).toEqual([]);
    expect(side.posts().flatMap(({ buttons }) => buttons ?? [])).toEqual([]);
    expect(await asked()).toEqual([]);
  });

  it('goes on as the customer who follows the link and logs in there', async () => {
    const link = LINK.exec((await shown(LINK)).text)![0];
    expect(await (await fetch(link)).text()).toContain(
      `The telegram account <b>${personOf(1).id}</b> will speak for you`,
    );
    const code = new URL(link).searchParams.get('code')!;
    const confirmed = await fetch(`${system.vendorUrl}/link`, {
      method: 'POST',
      body: new URLSearchParams({ code, customerId: 'C-0001' }),
    });
    expect([confirmed.status, await confirmed.text()]).toEqual([200, expect.stringContaining('is C-0001 from now on')]);
    const again = await fetch(`${system.httpUrl}/api/links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, customerId: 'C-0002' }),
    });
    expect(again.status).toBe(409);
  });

  it('is worked on, answered and marked as done (CH-10, CH-11, ER-01)', async () => {
    await say(3, 'Where is my order 1002?');
    await shown(/^✓ Look up the order\n\n[^]*order 1002/);
    await eventually(() => expect(marksOf(3)).toEqual(['working', 'done']));
    expect(server.done('sendChatAction').length).toBeGreaterThan(0);
  });

  it('asks with buttons, and a pressed one answers what it stands under', async () => {
    await say(4, 'refund order 1004');
    const proposal = await shown(/126\.47 EUR/);
    expect(proposal.buttons).toHaveLength(2);
    await side.send({ kind: 'pressed', chat: 1, person: 1, number: 5, post: proposal, choice: 0 });
    await shown(/✓ Refund the order[^]*R-1/);
  });

  it('stops what is under way upon its command /stop (EX-21)', async () => {
    const faults = async (...held: object[]) => {
      const body = JSON.stringify(held);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${system.vendorUrl}/_sandbox/faults`, { method: 'PUT', headers, body });
      expect(answer.ok).toBe(true);
    };
    await faults({ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'held' });
    await say(6, 'Where is my order 1003?');
    await eventually(() => expect(marksOf(6)).toEqual(['working']));
    await say(7, '/stop');
    await shown(/I've stopped that/);
    await faults();
    expect(side.posts().filter(({ text }) => /order 1003 is/.test(text))).toEqual([]);
  });

  it('is not served any more once the shop has taken the link back', async () => {
    const before = side.posts().length;
    const answer = await fetch(`${system.httpUrl}/api/links/telegram/${personOf(1).id}`, { method: 'DELETE' });
    expect(answer.status).toBe(204);
    await say(8, 'Where is my order 1002?');
    await eventually(() =>
      expect(
        side
          .posts()
          .slice(before)
          .map(({ text }) => LINK.test(text)),
      ).toEqual([true]),
    );
  });
});
