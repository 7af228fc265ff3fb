import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ChannelHost } from '@arbiter/channels';
import { MessageBus, eventually } from '@arbiter/channels/testing';
import { subjects } from '@arbiter/contracts';
import type { Update } from 'grammy/types';
import { TelegramSide } from './testing/harness';
import { TelegramServer } from './testing/telegram-server';
import { messageIn, personOf, updateOf } from './testing/updates';

/** The built process entry: `tsc -b` comes before the tests. */
const MAIN = join(__dirname, '..', 'dist', 'main.js');
/** Telegram's ids are short; one that is not cannot be the id of a message. */
const withoutEnd = {
  callback_query: {
    id: '4'.repeat(200),
    from: personOf(1),
    chat_instance: 'c',
    message: messageIn(1, 1, personOf(1)),
    data: 'request:0',
  },
};
const SAID = 'Where is my order 1002?';

describe('polling', () => {
  let bus: MessageBus;
  let server: TelegramServer;
  let host: ChannelHost<never> | null = null;
  /** one of its own for each fact: the broker remembers for a while what it has had */
  let chat = 0;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    bus = await MessageBus.open();
  });
  beforeEach(async () => {
    chat += 1;
    await bus.clear();
    server = await TelegramServer.start();
  });
  afterEach(async () => {
    await host?.close();
    host = null;
    children.splice(0).forEach((child) => child.kill('SIGKILL'));
    await server.close();
  });
  afterAll(() => bus.close());

  const serve = async () => {
    host = await new TelegramSide(server, null).serve(bus.environmentOf('telegram'));
  };
  const add = (happened: Omit<Update, 'update_id'>) => {
    const update = server.updates.number(happened);
    server.updates.add(update);
    return update.update_id;
  };
  const write = (number: number, text = SAID) => add(updateOf({ kind: 'text', chat, person: 1, number, text }));
  const texts = async () => (await bus.inbound('telegram')).map(({ text }) => text);

  function start() {
    const child = fork(MAIN, {
      silent: true,
      env: {
        ...process.env,
        ...bus.environmentOf('telegram'),
        ARBITER_LOG_LEVEL: 'debug',
        ARBITER_TELEGRAM_TOKEN: server.token,
        ARBITER_TELEGRAM_API_URL: server.url,
      },
    });
    children.push(child);
    const printed: string[] = [];
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (chunk: Buffer) => printed.push(chunk.toString('utf8')));
    return { child, printed };
  }

  it('takes back a webhook that was set, for Telegram does one or the other', async () => {
    await serve();
    expect(server.done('deleteWebhook')).toHaveLength(1);
  });

  it('asks past an update only when the broker has its message', async () => {
    await bus.operator.manager.streams.delete('IN');
    await serve();
    const updateId = write(1);
    await eventually(() => expect(server.updates.handedOut.get(updateId)).toBeGreaterThan(1));
    await bus.operator.manager.streams.add({ name: 'IN', subjects: [subjects.inbounds] });
    await server.updates.confirmed(updateId);
    expect(await texts()).toEqual([SAID]);
  });

  it('loses and doubles nothing when its process is killed between the broker and the next question', async () => {
    const first = start();
    await once(first.child, 'message');
    server.updates.isDeaf = true;
    const updateId = write(1);
    await eventually(async () => expect(await texts()).toEqual([SAID]));
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    server.updates.isDeaf = false;

    const second = start();
    await once(second.child, 'message');
    await server.updates.confirmed(updateId);
    await server.updates.confirmed(write(2, 'and 1003?'));
    expect(server.updates.handedOut.get(updateId)).toBe(2);
    expect(await texts()).toEqual([SAID, 'and 1003?']);
  });

  it('prints neither the token nor what people write, and ends on SIGTERM while it waits for updates', async () => {
    const { child, printed } = start();
    await once(child, 'message');
    server.refuseNext('getUpdates', { error_code: 500, description: 'Internal Server Error' }, 1);
    await server.updates.confirmed(write(1));
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    const output = printed.join('');
    expect(output).toContain('no updates for now');
    for (const secret of [server.token, SAID, '1002']) expect(output).not.toContain(secret);
  });

  it('goes on after Telegram told it to wait', async () => {
    server.limitNext('getUpdates', 1);
    await serve();
    await server.updates.confirmed(write(1));
    expect(await texts()).toEqual([SAID]);
  });

  it('leaves what can never be a message and goes on', async () => {
    await serve();
    add(withoutEnd);
    await server.updates.confirmed(write(2));
    expect(await texts()).toEqual([SAID]);
  });

  it('with a token Telegram does not know does not start, and says which variable to set', async () => {
    server.refuseNext('deleteWebhook', { error_code: 401, description: 'Unauthorized' }, 1);
    const { child, printed } = start();
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(printed.join('')).toMatch(
      /^channel-telegram: Telegram does not know ARBITER_TELEGRAM_TOKEN; set it to .*$/m,
    );
    expect(printed.join('')).not.toContain(server.token);
  });
});
