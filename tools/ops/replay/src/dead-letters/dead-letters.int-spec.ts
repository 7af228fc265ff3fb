import { createHash } from 'node:crypto';
import { subjects } from '@arbiter/contracts';
import { publishDeadLetter, ensureStream, openBroker, type Broker } from '@arbiter/runtime';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { letterOf, newestLetters, storedMessage } from './letters';
import { readDeadLetterCommand } from './options';
import { resend } from './resend';

describe('the dead letters', () => {
  let stack: Stack;
  let broker: Broker;

  beforeAll(async () => {
    stack = await startThrowawayStack();
    broker = await openBroker({ url: stack.nats.url, name: 'test', inbox: 'test' });
  });
  afterAll(async () => {
    await broker.close();
    await stack.stop();
  });

  const subject = subjects.event('shop', 'run.requested');
  const letter = {
    app: 'planner',
    handler: 'on-run-requested',
    cause: 'it cannot be planned',
    id: crypto.randomUUID(),
    subject,
    deliveries: 3,
  } as const;
  const last = async (stream: 'EVT' | 'IN') =>
    storedMessage(broker.manager, stream, (await broker.manager.streams.info(stream)).state.last_seq);

  it('are none before a service has started', async () => {
    await expect(newestLetters(broker.manager, 10)).rejects.toThrow('the broker has no dead letters yet');
  });

  it('are listed with their cause, the newest last, and sent again to where they were addressed', async () => {
    for (const stream of ['DLQ', 'EVT', 'IN'] as const) await ensureStream(broker.manager, stream);
    expect(await newestLetters(broker.manager, 10)).toEqual([]);
    for (const body of ['[1]', '[2]', '[3]'])
      await publishDeadLetter(broker, { ...letter, id: crypto.randomUUID(), body });
    const letters = await newestLetters(broker.manager, 2);
    expect(
      letters.map(({ sequence, cause, deliveries, subject: to, body }) => [
        sequence,
        cause,
        deliveries,
        to,
        Buffer.from(body).toString(),
      ]),
    ).toEqual([
      [2, 'it cannot be planned', 3, subject, '[2]'],
      [3, 'it cannot be planned', 3, subject, '[3]'],
    ]);
    await resend(broker, letters[1]!);
    const sent = await last('EVT');
    expect([sent!.subject, sent!.string(), sent!.header.get('Content-Type')]).toEqual([
      subject,
      '[3]',
      'application/cloudevents-batch+json',
    ]);
  });

  it('are sent again as often as one likes: the broker drops none as a repetition', async () => {
    const before = (await broker.manager.streams.info('EVT')).state.messages;
    for (let time = 0; time < 2; time += 1) await resend(broker, await letterOf(broker.manager, 1));
    expect((await broker.manager.streams.info('EVT')).state.messages).toBe(before + 2);
  });

  it('send a channel message itself, from where it is kept, and say when it is not kept any more', async () => {
    const inbound = subjects.inbound('shop', 'telegram');
    await broker.stream.publish(inbound, '{"text":"hello"}');
    const pointer = (sequence: number) =>
      JSON.stringify({ stream: 'IN', sequence, sha256: createHash('sha256').update('{"text":"hello"}').digest('hex') });
    for (const sequence of [1, 99])
      await publishDeadLetter(broker, {
        ...letter,
        id: crypto.randomUUID(),
        app: 'ingress',
        handler: 'on-inbound-message',
        subject: inbound,
        body: pointer(sequence),
      });
    const [known, gone] = await newestLetters(broker.manager, 2);
    await resend(broker, known!);
    expect((await last('IN'))!.string()).toBe('{"text":"hello"}');
    await expect(resend(broker, gone!)).rejects.toThrow(
      `the message of dead letter ${gone!.sequence} is no longer in stream IN; ask its channel to send it again`,
    );
  });

  it('say so when there is none of a number', async () => {
    await expect(letterOf(broker.manager, 77)).rejects.toThrow('there is no dead letter 77');
  });

  it('are asked for in four ways', () => {
    expect(
      [['list'], ['list', '5'], ['show', '3'], ['resend', '3'], ['resend', '--all']].map(readDeadLetterCommand),
    ).toEqual([
      { command: 'list', atMost: 100 },
      { command: 'list', atMost: 5 },
      { command: 'show', sequence: 3 },
      { command: 'resend', sequence: 3 },
      { command: 'resend', sequence: 'all' },
    ]);
    for (const wrong of [[], ['show'], ['show', 'x'], ['resend', '-1'], ['list', '1', '2']])
      expect(() => readDeadLetterCommand(wrong)).toThrow(/npm run dead-letters/);
  });
});
