import { PassThrough } from 'node:stream';
import { serveChannel, type ChannelHost } from '@arbiter/channels';
import { MessageBus, eventually, reply } from '@arbiter/channels/testing';
import { terminal } from './channel';
import { Prompt } from './prompt';

const SESSION = 'terminal-1';

describe('the terminal', () => {
  let bus: MessageBus;
  let input: PassThrough & { isTTY?: boolean };
  let screen: string;
  let prompt: Prompt;
  let host: ChannelHost<never>;

  beforeAll(async () => (bus = await MessageBus.open()));
  afterEach(() => host.close());
  afterAll(() => bus.close());

  async function sit(isTTY: boolean): Promise<void> {
    await bus.clear();
    input = Object.assign(new PassThrough(), { isTTY });
    const output = new PassThrough();
    screen = '';
    output.on('data', (chunk: Buffer) => (screen += chunk.toString('utf8')));
    prompt = new Prompt({ input, output });
    host = await serveChannel(
      terminal,
      prompt.options({
        ...bus.environmentOf('terminal'),
        ARBITER_TERMINAL_USER: 'C-0001',
        ARBITER_TERMINAL_SESSION: SESSION,
      }),
    );
  }

  /** Answers a typed line as the services do. */
  async function answer(count: number, text: string, sessionId = SESSION): Promise<void> {
    const message = await eventually(async () => {
      const messages = await bus.inbound('terminal');
      expect(messages).toHaveLength(count);
      return messages.at(-1)!;
    });
    expect(message).toMatchObject({ sessionId: SESSION, userId: 'C-0001' });
    await bus.send('terminal', reply({ sessionId, inReplyTo: message.messageId, kind: 'pre', text: 'One moment.' }));
    await bus.send(
      'terminal',
      reply({
        sessionId,
        inReplyTo: message.messageId,
        text,
        header: { steps: [{ stepId: 'look', title: 'Look up the order', status: 'completed' }] },
        headerText: '✓ Look up the order',
      }),
    );
  }

  it('takes piped lines one by one, each when the one before was answered, and ends well', async () => {
    await sit(false);
    input.end('Where is my order?\n\nand the other?\n');
    await answer(1, 'It is on its way.');
    await answer(2, 'It is here.');
    expect(await prompt.ended).toBe(0);
    expect(screen.split('\n')).toEqual([
      'you › Where is my order?',
      'arbiter › One moment.',
      '  ✓ Look up the order',
      'arbiter › It is on its way.',
      'you › and the other?',
      'arbiter › One moment.',
      '  ✓ Look up the order',
      'arbiter › It is here.',
      '',
    ]);
  });

  it('shows a reply when it comes, and the prompt again after it', async () => {
    await sit(true);
    input.write('hello\n');
    await answer(1, 'Good day.');
    await eventually(() => expect(screen).toMatch(/arbiter › Good day\.\nyou › $/));
    input.write('exit\n');
    expect(await prompt.ended).toBe(0);
  });

  it('does not show what was for another conversation', async () => {
    await sit(true);
    input.write('hello\n');
    await answer(1, 'for somebody else', 'terminal-2');
    await eventually(async () => expect(await bus.owed('terminal')).toBe(0));
    expect(screen).toBe('you › ');
  });

  it('counts a line that was not taken', async () => {
    await sit(false);
    await bus.operator.manager.streams.delete('IN');
    input.end('hello\n');
    expect(await prompt.ended).toBe(1);
    expect(screen).toContain('the broker did not take the message');
  });

  it('says which variable is missing', () => {
    expect(() => new Prompt({ input, output: new PassThrough() }).options({})).toThrow(
      'ARBITER_TERMINAL_USER is not set; set it to the customer who sits at the terminal, as C-0001',
    );
  });
});
