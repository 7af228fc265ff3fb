import { randomUUID } from 'node:crypto';
import { streamOf, type BrokerStream, type EventName, type OutboundMessage, type RecordedOf } from '@arbiter/contracts';
import { EventStore, Publisher } from '@arbiter/platform';
import { Laboratory, eventually, type RunningIngress } from './testing/laboratory';

const HEADER = { steps: [{ stepId: 'look', title: 'Look up the order', status: 'completed' as const }] };
const NOW = '2026-01-01T00:00:00.000Z';

describe('a channel adapter', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start();
  });
  afterAll(() => laboratory.close());

  const publish = (body: unknown, subject = 'arb.v1.shop.in.telegram.message') =>
    running.ingress.core.broker.stream.publish(subject, body instanceof Uint8Array || typeof body === 'string' ? body : JSON.stringify(body));
  const messageOf = (sessionId: string, changes: object = {}) => ({ sessionId, userId: 'C-1', text: 'any luck?', messageId: randomUUID(), ...changes });
  const factsOf = async (sessionId: string, tenant = 'shop') => (await running.ingress.core.store.read([{ stream: streamOf('turn', tenant, sessionId), after: 0 }])).values().next().value!;
  const letters = async () => (await messagesOf('DLQ', (subject) => subject.endsWith('.ingress.on-inbound-message'))).map((message) => ({
    cause: message.header.get('Arbiter-Cause'), subject: message.header.get('Arbiter-Subject'), ...(JSON.parse(message.string()) as { code: string; field: string }),
  }));

  async function messagesOf(stream: BrokerStream, wanted: (subject: string) => boolean) {
    const { manager } = running.ingress.core.broker;
    const { state } = await manager.streams.info(stream);
    const all = await Promise.all(Array.from({ length: state.messages }, (_, index) => manager.streams.getMessage(stream, { seq: state.first_seq + index })));
    return all.filter((message) => message !== null).filter(({ subject }) => wanted(subject));
  }

  it('has its message received, with tenant and channel as its subject says', async () => {
    await publish(messageOf('chat', { replyToMessageId: 'm-0', channelMetadata: { locale: 'fr' } }));
    const [fact] = await eventually(async () => {
      const facts = await factsOf('chat');
      expect(facts).toHaveLength(1);
      return facts;
    });
    expect(fact).toMatchObject({
      name: 'turn.received', tenant: 'shop', customerId: 'C-1',
      data: { channel: 'telegram', text: 'any luck?', replyToMessageId: 'm-0', locale: 'fr', channelMetadata: { locale: 'fr' } },
    });
  });

  it('may send a message twice', async () => {
    const message = messageOf('twice');
    await publish(message);
    await publish(message);
    await publish(messageOf('twice', { text: 'and another' }));
    await eventually(async () => expect(await factsOf('twice')).toHaveLength(2));
  });

  it.each<[string, string | Buffer | object, string, string]>([
    ['no JSON', '{"sessionId":', 'bad_json', 'body'],
    ['bad UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'bad_utf8', 'body'],
    ['NUL in the text', messageOf('bad', { text: 'a\0', messageId: 'm-nul' }), 'unsafe_text', 'text'],
    ['an unknown field', messageOf('bad', { colour: 'red', messageId: 'm-unknown' }), 'invalid_message', 'colour'],
    ['no sessionId', { userId: 'C-1', text: 'x', messageId: 'm-none' }, 'invalid_message', 'sessionId'],
    ['another channel than its subject', messageOf('bad', { channel: 'slack', messageId: 'm-channel' }), 'invalid_message', 'channel'],
  ])('that sends %s gets it into the dead letters with the reason, and blocks nothing', async (_name, body, code, field) => {
    const before = (await letters()).length;
    await publish(body);
    const sessionId = randomUUID();
    await publish(messageOf(sessionId));
    await eventually(async () => expect(await factsOf(sessionId)).toHaveLength(1));
    const letter = await eventually(async () => {
      const all = await letters();
      expect(all).toHaveLength(before + 1);
      return all.at(-1)!;
    });
    expect(letter).toMatchObject({ code, field, subject: 'arb.v1.shop.in.telegram.message', stream: 'IN', cause: expect.stringContaining(code) });
    expect(letter).toHaveProperty('messageId', (body as { messageId?: string }).messageId ?? null);
    expect(JSON.stringify(letter)).not.toContain('any luck');
    const { manager } = running.ingress.core.broker;
    await eventually(async () => expect((await manager.consumers.info('IN', 'ingress-inbound')).num_ack_pending).toBe(0));
  });

  it('cannot reach another tenant by a name with a dash, nor another message under an id that is taken', async () => {
    const before = (await letters()).length;
    await publish(messageOf('dash'), 'arb.v1.shop-x.in.telegram.message');
    const message = messageOf('taken');
    await publish(message);
    await publish({ ...message, text: 'something else' });
    const reasons = async () => (await letters()).slice(before).map(({ code, field }) => `${code} ${field}`);
    await eventually(async () => expect((await reasons()).toSorted()).toEqual(['invalid_message subject', 'other_payload messageId']));
    expect(await factsOf('taken')).toHaveLength(1);
  });

  describe('gets', () => {
    const commit = async (name: 'run.completed' | 'run.suspended', runId: string, data: object) => {
      const { database, keyring, broker } = running.ingress.core;
      await keyring.create([{ tenant: 'shop', customerId: 'C-1' }]);
      const event = {
        id: randomUUID(), name, app: 'executor', stream: streamOf('run', 'shop', runId), version: 1, time: NOW, tenant: 'shop', customerId: 'C-1',
        correlationId: runId, causationId: null, source: null, traceParent: null, data: { runId, sessionId: 'chat', threadId: null, ...data },
      } as unknown as RecordedOf<EventName>;
      const appended = await new EventStore(database, keyring, 'executor').append([{ stream: event.stream, events: [event], decisions: [null], due: [], ui: [] }]);
      await new Publisher(broker).publish(appended.travelling);
      await new Publisher(broker).publish(appended.travelling, 2);
    };
    const completed = (channel: string, reply: string) => ({
      channel, messageId: 'm-1', status: 'ok', code: null, header: HEADER, reply, question: null, followers: [], fallback: false, startedAt: NOW, completedAt: NOW,
    });
    const outbound = async (channel: string) => (await messagesOf('OUT', (subject) => subject === `arb.v1.shop.out.${channel}.message`)).map((message) => JSON.parse(message.string()) as OutboundMessage);

    it('the reply of its run, once, and nothing of those whose people read the stream', async () => {
      await commit('run.completed', 'r-web', completed('web', 'for the web'));
      await commit('run.completed', 'r-1', completed('telegram', 'It is on its way.'));
      await eventually(async () => expect(await outbound('telegram')).toEqual([
        { sessionId: 'chat', requestId: 'r-1', inReplyTo: 'm-1', kind: 'reply', status: 'ok', header: HEADER, text: 'It is on its way.' },
      ]));
      await eventually(async () => {
        const { num_pending: pending, num_ack_pending: unacknowledged } = await running.ingress.core.broker.manager.consumers.info('EVT', 'ingress-run-completed');
        expect(pending + unacknowledged).toBe(0);
      });
      expect(await outbound('telegram')).toHaveLength(1);
      expect(await outbound('web')).toEqual([]);
    });

    it('the proposal that its run waits for', async () => {
      await commit('run.suspended', 'r-2', {
        channel: 'slack', actionId: 'r-2.pay', stepId: 'pay', binding: 'b', proposal: 'Refund 900.00', expiresAt: NOW,
        question: { key: 'approval', expectedType: 'yes_no', prompt: 'Shall I?' },
      });
      await eventually(async () => expect(await outbound('slack')).toEqual([
        { sessionId: 'chat', requestId: 'r-2', inReplyTo: null, kind: 'proposal', status: 'workflow_proposed', header: null, text: 'Refund 900.00' },
      ]));
    });
  });
});
