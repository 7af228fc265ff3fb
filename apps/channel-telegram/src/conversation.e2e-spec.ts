import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@arbiter/channels/testing';
import { System, secretOf, startService, type ServiceProcess } from '@arbiter/stack';
import { openAccountDirectory, type AccountDirectory } from './testing/account-directory';
import { TelegramSide } from './testing/harness';
import { shopOfAccounts } from './testing/shop-of-accounts';
import { TelegramServer } from './testing/telegram-server';
import { personOf } from './testing/updates';

/** The built process entry: `tsc -b` comes before the tests. */
const MAIN = join(__dirname, '..', 'dist', 'main.js');

describe('a conversation on Telegram', () => {
  let system: System;
  let directory: AccountDirectory;
  let adapter: ServiceProcess;
  let server: TelegramServer;
  let side: TelegramSide;

  beforeAll(async () => {
    server = await TelegramServer.start();
    side = new TelegramSide(server, null);
    directory = await openAccountDirectory({ [personOf(1).id]: 'C-0001' }, () => system.vendorUrl);
    const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-telegram-'));
    system = await System.start({ dataFolder, throwaway: true, tenants: [shopOfAccounts()], environment: { ARBITER_SHOP_URL: directory.url } });
    adapter = await startService({
      name: 'channel-telegram', script: MAIN, dataFolder,
      environment: {
        ...process.env, ARBITER_NATS_URL: system.stack.nats.url, ARBITER_NATS_PASSWORD: secretOf(dataFolder, 'nats-channel_telegram'),
        ARBITER_TELEGRAM_TOKEN: server.token, ARBITER_TELEGRAM_API_URL: server.url,
      },
    });
    await adapter.ready;
  });
  afterAll(async () => {
    await adapter?.stop();
    await system?.stop();
    await directory?.close();
    await server?.close();
  });

  const say = (number: number, text: string) => side.send({ kind: 'text', chat: 1, person: 1, number, text });
  /** The first post that says it; what is said before anything is done may come first. */
  const shown = (words: RegExp) => eventually(() => {
    const post = side.posts().find(({ text }) => words.test(text));
    if (!post) throw new Error(`nothing shown says ${words}, only: ${side.posts().map(({ text }) => text).join(' | ')}`);
    return post;
  });
  const marksOf = (number: number) => side.marks().filter((mark) => mark.number === number).map(({ reaction }) => reaction);

  it('is worked on, answered and marked as done (CH-10, CH-11, ER-01)', async () => {
    await say(1, 'Where is my order 1002?');
    await shown(/^✓ Look up the order\n\n[^]*order 1002/);
    await eventually(() => expect(marksOf(1)).toEqual(['working', 'done']));
    expect(server.done('sendChatAction').length).toBeGreaterThan(0);
  });

  it('asks with buttons, and a pressed one answers what it stands under', async () => {
    await say(2, 'refund order 1004');
    const proposal = await shown(/126\.47 EUR/);
    expect(proposal.buttons).toHaveLength(2);
    await side.send({ kind: 'pressed', chat: 1, person: 1, number: 3, post: proposal, choice: 0 });
    await shown(/✓ Refund the order[^]*R-1/);
  });
});
