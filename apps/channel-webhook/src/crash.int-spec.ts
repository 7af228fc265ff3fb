import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { MessageBus, eventually, reply } from '@arbiter/channels/testing';
import { startService, type ServiceProcess } from '@arbiter/stack';
import { WebhookProgram } from './testing/webhook-program';

const MESSAGES = 30;

describe('the webhook adapter, killed while it delivers', () => {
  let bus: MessageBus;
  let side: WebhookProgram;
  let folder: string;
  const processes: ServiceProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-webhook-'));
    [bus, side] = [await MessageBus.open(), await WebhookProgram.open()];
  });
  afterAll(async () => {
    for (const process of processes) await process.stop();
    await side.close();
    await bus.close();
    rmSync(folder, { recursive: true });
  });

  async function start(): Promise<ServiceProcess> {
    const process = await startService({
      name: `channel-webhook-${processes.length}`,
      script: resolve(__dirname, '../dist/main.js'),
      dataFolder: folder,
      environment: side.environmentOf({ ...bus.environmentOf('webhook'), ARBITER_LOG_LEVEL: 'debug' }),
    });
    processes.push(process);
    side.reach(Number((await process.ready)['port']));
    return process;
  }

  it('shows every message in its order afterwards, and at most the one twice that was taken but not noted', async () => {
    const first = await start();
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    side.answering = promise;
    const texts = Array.from({ length: MESSAGES }, (_, index) => `text ${index}`);
    for (const text of texts) await bus.send('webhook', reply({ sessionId: 'chat-1', text }));
    await eventually(() => expect(side.posts()).toHaveLength(1));
    await first.kill();
    answer();
    await bus.send('webhook', reply({ sessionId: 'chat-1', text: 'and one more' }));
    await start();
    await eventually(async () => expect(await bus.owed('webhook')).toBe(0));
    expect(side.posts().map(({ text }) => text)).toEqual([texts[0], ...texts, 'and one more']);
  });

  it('has written nothing that anybody said into its log', async () => {
    expect(await side.send({ kind: 'text', chat: 1, person: 1, number: 1, text: 'my secret words' })).toBe(true);
    await side.send({ kind: 'text', chat: 1, person: 1, number: 2, text: '' });
    expect(await side.send({ kind: 'text', chat: 1, person: 1, number: 1, text: 'my other secret words' })).toBe(false);
    side.status = 410;
    await bus.send('webhook', reply({ sessionId: 'chat-1', text: 'text for nobody' }));
    await eventually(async () => expect(await bus.owed('webhook')).toBe(0));
    const log = () => processes.map(({ logPath }) => readFileSync(logPath, 'utf8')).join('');
    // The log reaches its file a moment after what it tells of.
    await eventually(() => {
      for (const line of [
        'outbound message dropped',
        'request refused',
        'a message under an id that is taken was refused',
      ])
        expect(log()).toContain(line);
    });
    expect(log()).not.toMatch(/secret words|text \d|for nobody|chat-1|person-1/);
  });
});
