import { randomUUID } from 'node:crypto';
import type { Consumer } from '@nats-io/jetstream';
import { subjects, type InboundMessage, type OutboundMessage } from '@arbiter/contracts';
import { ADAPTER_API, requestIdOf, openBroker, type Broker } from '@arbiter/runtime';
import { secretOf } from '@arbiter/stack';
import { TestSystem, eventually, type SharedTestSystem } from './test-system';

const CHANNEL = 'webhook';
const USER = `channel_${CHANNEL}`;

/** A chat as an adapter sees it: what it publishes, and what it gets for it. */
class Adapter {
  readonly sessionId = `chat-${randomUUID()}`;
  readonly received: OutboundMessage[] = [];

  constructor(
    private readonly broker: Broker,
    private readonly consumer: Consumer,
  ) {}

  /** Says something and takes messages until the run has ended or asks for a yes; they are `received` too. */
  async say(text: string, more: Partial<InboundMessage> = {}): Promise<readonly OutboundMessage[]> {
    const requestId = await this.send(text, more);
    return this.until(
      (message) => message.requestId === requestId && (message.kind === 'reply' || message.kind === 'proposal'),
    );
  }

  /** Resolves with the run's id once the broker has the message. */
  async send(text: string, more: Partial<InboundMessage> = {}): Promise<string> {
    const message: InboundMessage = {
      sessionId: this.sessionId,
      userId: 'C-0001',
      messageId: randomUUID(),
      text,
      ...more,
    };
    await this.broker.stream.publish(subjects.inbound('shop', CHANNEL), JSON.stringify(message));
    return requestIdOf('shop', CHANNEL, this.sessionId, message.messageId);
  }

  async until(isLast: (message: OutboundMessage) => boolean): Promise<readonly OutboundMessage[]> {
    const taken: OutboundMessage[] = [];
    for (;;) {
      const next = await this.consumer.next({ expires: 30_000 });
      if (!next) throw new Error(`nothing more came after ${taken.map(({ kind }) => kind).join(', ')}`);
      next.ack();
      const message = next.json<OutboundMessage>();
      if (message.sessionId !== this.sessionId) continue;
      taken.push(message);
      this.received.push(message);
      if (isLast(message)) return taken;
    }
  }
}

describe('a message to an adapter', () => {
  let arbiter: SharedTestSystem;
  let broker: Broker;
  let consumer: Consumer;

  beforeAll(async () => {
    arbiter = await TestSystem.borrow();
    const password = secretOf(arbiter.system.options.dataFolder, `nats-${USER}`);
    const { url } = arbiter.system.stack.nats;
    broker = await openBroker({ url, user: USER, password, name: 'test', inbox: USER, api: ADAPTER_API });
    consumer = await broker.stream.consumers.get('OUT', USER);
  });
  afterAll(async () => {
    await broker.close();
    await arbiter.close();
  });

  const chat = () => new Adapter(broker, consumer);

  it('is first a sign of work, then the reply with the sign that it is done (CH-08, CH-10, CH-11)', async () => {
    const messages = await chat().say('Where is my order 1002?', { messageId: 'm-1' });
    expect(
      messages.map(({ kind, marks }) => [kind, ...marks.map(({ messageId, reaction }) => `${messageId} ${reaction}`)]),
    ).toEqual([
      ['working', 'm-1 working'],
      ['reply', 'm-1 done'],
    ]);
    expect(messages.at(-1)).toMatchObject({
      inReplyTo: 'm-1',
      status: 'ok',
      code: null,
      quote: null,
      locale: 'en',
      header: { steps: [{ status: 'completed' }] },
    });
  });

  it('takes away, once, the sign that the message before is done (CH-11)', async () => {
    const adapter = chat();
    await adapter.say('Where is my order 1002?', { messageId: 'm-1' });
    const [second] = await adapter.say('thanks', { messageId: 'm-2' });
    expect(second!.marks).toEqual([
      { messageId: 'm-1', reaction: 'none' },
      { messageId: 'm-2', reaction: 'working' },
    ]);
    const [third] = await adapter.say('hello', { messageId: 'm-3' });
    expect(third!.marks).toEqual([{ messageId: 'm-3', reaction: 'working' }]);
  });

  it('is a proposal with buttons; a pressed one is the answer, and what came of it is told once (CH-07)', async () => {
    const adapter = chat();
    const proposal = (await adapter.say('refund order 1004', { messageId: 'm-1' })).at(-1)!;
    expect(proposal).toMatchObject({
      kind: 'proposal',
      status: 'workflow_proposed',
      choices: ['Yes, please', 'No, thanks'],
    });
    await adapter.say(proposal.choices[0]!, { messageId: 'm-2', answerTo: proposal.answerTo });
    const isOfFirst = ({ requestId, kind }: OutboundMessage) => requestId === proposal.requestId && kind === 'reply';
    if (!adapter.received.some(isOfFirst)) await adapter.until(isOfFirst);
    const refunded = adapter.received.filter(({ text }) => text.includes("I've refunded"));
    expect(refunded.map(({ inReplyTo, marks }) => [inReplyTo, ...marks])).toEqual([
      ['m-2', { messageId: 'm-2', reaction: 'done' }],
    ]);
    expect(adapter.received.find(isOfFirst)).toMatchObject({
      text: '',
      header: null,
      marks: [{ messageId: 'm-1', reaction: 'none' }],
    });
  });

  it('says that a button came too late, and does nothing', async () => {
    const adapter = chat();
    const proposal = (await adapter.say('refund order 1001', { messageId: 'm-1' })).at(-1)!;
    await adapter.say('no', { messageId: 'm-2' });
    const late = (await adapter.say('Yes, please', { messageId: 'm-3', answerTo: proposal.answerTo })).at(-1)!;
    expect(late.text).toMatch(/^You have already answered that/);
    expect(await arbiter.ledger('1001')).toEqual([]);
  });

  it('asks whether to propose again what ended before its button was pressed, and only then does (AP-08)', async () => {
    const adapter = chat();
    const proposal = (await adapter.say('refund order 1001', { messageId: 'm-1' })).at(-1)!;
    await adapter.say('stop', { messageId: 'm-2' });
    const late = (await adapter.say(proposal.choices[0]!, { messageId: 'm-3', answerTo: proposal.answerTo })).at(-1)!;
    expect(late).toMatchObject({
      kind: 'reply',
      text: expect.stringMatching(/^That offer ended at \d\d:\d\d\. Shall I propose it again\?$/),
      choices: ['Yes, please', 'No, thanks'],
    });
    const again = (await adapter.say(late.choices[0]!, { messageId: 'm-4', answerTo: late.answerTo })).at(-1)!;
    expect(again).toMatchObject({ kind: 'proposal', status: 'workflow_proposed' });
    expect(again.answerTo).not.toBe(proposal.answerTo);
    expect(await arbiter.ledger('1001')).toEqual([]);
  });

  it('quotes the message that a reply answers when several topics wait for an answer (CH-09)', async () => {
    const adapter = chat();
    expect((await adapter.say('Where is my order?', { messageId: 'm-1' })).at(-1)).toMatchObject({
      text: expect.stringMatching(/^Which order is it/),
      quote: null,
    });
    expect((await adapter.say('refund order 1001', { messageId: 'm-2' })).at(-1)).toMatchObject({
      kind: 'proposal',
      quote: null,
    });
    expect((await adapter.say('no', { messageId: 'm-3' })).at(-1)).toMatchObject({
      kind: 'reply',
      inReplyTo: 'm-3',
      quote: 'm-3',
    });
  });

  it('quotes it too when a later message was answered first (CH-09)', async () => {
    await arbiter.faults([{ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'held' }]);
    const adapter = chat();
    const slow = await adapter.send('Where is my order 1002?', { messageId: 'm-1' });
    await adapter.until(({ kind }) => kind === 'working');
    expect((await adapter.say('hello', { messageId: 'm-2' })).at(-1)).toMatchObject({ inReplyTo: 'm-2', quote: null });
    await eventually('the first run to know of the later one', () => arbiter.count('run.overtaken', slow));
    await arbiter.faults([]);
    const [reply] = await adapter.until(({ requestId }) => requestId === slow);
    expect(reply).toMatchObject({ kind: 'reply', inReplyTo: 'm-1', quote: 'm-1' });
  });

  it('names what could not be read, and changes nothing', async () => {
    const adapter = chat();
    await adapter.say('refund order 1001', { messageId: 'm-1' });
    const answer = (await adapter.say('(edited)', { messageId: 'm-2', unreadable: 'edited' })).at(-1)!;
    expect(answer.text).toMatch(/^I saw that you edited your message/);
    expect(await arbiter.ledger('1001')).toEqual([]);
  });
});
