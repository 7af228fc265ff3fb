import { randomUUID } from 'node:crypto';
import {
  durableOf,
  streamOf,
  type EventData,
  type EventName,
  type OutboundMessage,
  type RecordedOf,
} from '@arbiter/contracts';
import { Publisher } from '@arbiter/runtime';
import { EventStore } from '@arbiter/store';
import { Laboratory, eventually, messagesIn, type RunningIngress } from './testing/laboratory';

const HEADER = { steps: [{ stepId: 'look', title: 'Look up the order', status: 'completed' as const }] };
const NOW = '2026-01-01T00:00:00.000Z';

describe('a channel adapter (CH-03)', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start();
  });
  afterAll(() => laboratory.close());

  const publish = (body: unknown, subject = 'arb.v1.shop.in.webhook.message') =>
    running.ingress.core.broker.stream.publish(
      subject,
      body instanceof Uint8Array || typeof body === 'string' ? body : JSON.stringify(body),
    );
  const messageOf = (sessionId: string, changes: object = {}) => ({
    sessionId,
    userId: 'C-1',
    text: 'any luck?',
    messageId: randomUUID(),
    ...changes,
  });
  const factsOf = async (sessionId: string, tenant = 'shop') =>
    (await running.ingress.core.store.read([{ stream: streamOf('turn', tenant, sessionId), after: 0 }])).values().next()
      .value!;
  const letters = async () =>
    (await messagesIn(running.ingress, 'DLQ', (subject) => subject.endsWith('.ingress.on-inbound-message'))).map(
      (message) => ({
        cause: message.header.get('Arbiter-Cause'),
        subject: message.header.get('Arbiter-Subject'),
        ...(JSON.parse(message.string()) as { code: string; field: string }),
      }),
    );

  it('has its message received, with tenant and channel as its subject says', async () => {
    await publish(messageOf('chat', { replyToMessageId: 'm-0', channelMetadata: { locale: 'fr' } }));
    const [fact] = await eventually(async () => {
      const facts = await factsOf('chat');
      expect(facts).toHaveLength(1);
      return facts;
    });
    expect(fact).toMatchObject({
      name: 'turn.received',
      tenant: 'shop',
      customerId: 'C-1',
      data: {
        channel: 'webhook',
        text: 'any luck?',
        replyToMessageId: 'm-0',
        locale: 'fr',
        channelMetadata: { locale: 'fr' },
      },
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
    [
      'another channel than its subject',
      messageOf('bad', { channel: 'slack', messageId: 'm-channel' }),
      'invalid_message',
      'channel',
    ],
  ])(
    'that sends %s gets it into the dead letters with the reason, and blocks nothing',
    async (_name, body, code, field) => {
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
      expect(letter).toMatchObject({
        code,
        field,
        subject: 'arb.v1.shop.in.webhook.message',
        stream: 'IN',
        cause: expect.stringContaining(code),
      });
      expect(letter).toHaveProperty('messageId', (body as { messageId?: string }).messageId ?? null);
      expect(JSON.stringify(letter)).not.toContain('any luck');
      const { manager } = running.ingress.core.broker;
      await eventually(async () =>
        expect((await manager.consumers.info('IN', 'ingress-inbound')).num_ack_pending).toBe(0),
      );
    },
  );

  it('cannot reach another tenant by a name with a dash, nor another message under an id that is taken', async () => {
    const before = (await letters()).length;
    await publish(messageOf('dash'), 'arb.v1.shop-x.in.telegram.message');
    const message = messageOf('taken');
    await publish(message);
    await publish({ ...message, text: 'something else' });
    const reasons = async () => (await letters()).slice(before).map(({ code, field }) => `${code} ${field}`);
    await eventually(async () =>
      expect((await reasons()).toSorted()).toEqual(['invalid_message subject', 'other_payload messageId']),
    );
    expect(await factsOf('taken')).toHaveLength(1);
  });

  it('tells which turn a message quotes, which question a button answers, and what it could not read', async () => {
    await publish(messageOf('hints', { messageId: 'm-1' }));
    await publish(
      messageOf('hints', { messageId: 'm-2', replyToMessageId: 'm-1', answerTo: 'run-9', unreadable: 'edited' }),
    );
    await eventually(async () => {
      const [first, second] = (await factsOf('hints')).map(({ data }) => data as EventData<'turn.received'>);
      expect(second).toMatchObject({
        replyToMessageId: 'm-1',
        replyToRequestId: first!.requestId,
        answerTo: 'run-9',
        unreadable: 'edited',
      });
    });
  });

  describe('gets', () => {
    const commit = async (name: EventName, runId: string, data: object, version = 1) => {
      const { database, keyring, broker } = running.ingress.core;
      await keyring.create([{ tenant: 'shop', customerId: 'C-1' }]);
      const event = {
        id: randomUUID(),
        name,
        app: 'executor',
        stream: streamOf('run', 'shop', runId),
        version,
        time: NOW,
        tenant: 'shop',
        customerId: 'C-1',
        correlationId: runId,
        causationId: null,
        source: null,
        traceParent: null,
        data: name === 'run.planned' ? data : { sessionId: 'chat', ...data },
      } as unknown as RecordedOf<EventName>;
      const appended = await new EventStore(database, keyring, 'executor').append([
        { stream: event.stream, events: [event], decisions: [null], due: [], ui: [] },
      ]);
      await new Publisher(broker).publish(appended.travelling);
      await new Publisher(broker).publishAgain(appended.travelling, 'again');
    };
    const completed = (
      runId: string,
      channel: string,
      reply: string,
      changes: Partial<EventData<'run.completed'>> = {},
    ) => ({
      runId,
      threadId: null,
      channel,
      messageId: 'm-1',
      status: 'ok',
      code: null,
      header: HEADER,
      headerText: '✓ Bestellung nachsehen',
      reply,
      question: null,
      followers: [],
      fallback: false,
      locale: 'de',
      anchor: null,
      isDone: true,
      startedAt: NOW,
      completedAt: NOW,
      ...changes,
    });
    const requested = (requestId: string, channel: string, changes: Partial<EventData<'run.requested'>> = {}) => ({
      requestId,
      threadId: null,
      channel,
      messageId: 'm-1',
      purpose: 'respond',
      intentId: null,
      template: null,
      copy: 'greeting',
      follows: null,
      question: null,
      fallback: false,
      args: {},
      artifacts: 'bundle',
      delivery: { locale: 'de', anchor: null, clears: null },
      overtakes: [],
      consent: null,
      replaces: null,
      ...changes,
    });
    const outbound = async (channel: string) =>
      (await messagesIn(running.ingress, 'OUT', (subject) => subject === `arb.v1.shop.out.${channel}.message`)).map(
        (message) => JSON.parse(message.string()) as OutboundMessage,
      );
    const handled = (event: EventName) =>
      eventually(async () => {
        const { num_pending: pending, num_ack_pending: unacknowledged } =
          await running.ingress.core.broker.manager.consumers.info('EVT', durableOf('ingress', event));
        expect(pending + unacknowledged).toBe(0);
      });
    const UNSAID = {
      inReplyTo: 'm-1',
      status: 'in_progress',
      code: null,
      header: null,
      headerText: '',
      text: '',
      locale: 'de',
      quote: null,
      choices: [],
      marks: [],
    };

    it('the reply of its run, once, with the mark of what is done, and nothing of those whose people read the stream', async () => {
      await commit('run.completed', 'r-console', completed('r-console', 'console', 'for the console'));
      await commit('run.completed', 'r-api', completed('r-api', 'api', 'for the caller'));
      await commit('run.completed', 'r-1', completed('r-1', 'telegram', 'It is on its way.'));
      await eventually(async () =>
        expect(await outbound('telegram')).toEqual([
          {
            ...UNSAID,
            sessionId: 'chat',
            requestId: 'r-1',
            answerTo: 'r-1',
            kind: 'reply',
            status: 'ok',
            header: HEADER,
            headerText: '✓ Bestellung nachsehen',
            text: 'It is on its way.',
            marks: [{ messageId: 'm-1', reaction: 'done' }],
          },
        ]),
      );
      await handled('run.completed');
      expect(await outbound('telegram')).toHaveLength(1);
      expect([...(await outbound('console')), ...(await outbound('api'))]).toEqual([]);
    });

    it('a reply that quotes when there is a reason to, says what went wrong, and takes its own mark away (CH-09, CH-11, ER-04)', async () => {
      await commit(
        'run.completed',
        'r-failed',
        completed('r-failed', 'webhook', 'I cannot find that.', {
          status: 'error',
          code: 'not_found',
          anchor: 'not_recent',
          isDone: false,
        }),
      );
      await eventually(async () =>
        expect((await outbound('webhook')).at(-1)).toMatchObject({
          status: 'error',
          code: 'not_found',
          quote: 'm-1',
          marks: [{ messageId: 'm-1', reaction: 'none' }],
        }),
      );
    });

    it('the answers to a question, for buttons', async () => {
      const question = { key: 'size', expectedType: 'choice' as const, prompt: 'Which size?', choices: ['S', 'M'] };
      await commit(
        'run.completed',
        'r-asks',
        completed('r-asks', 'webhook', 'Which size?', { question, isDone: false }),
      );
      await eventually(async () =>
        expect((await outbound('webhook')).find(({ requestId }) => requestId === 'r-asks')?.choices).toEqual([
          'S',
          'M',
        ]),
      );
    });

    it('the mark of a run on the message it works on, and none on the one before (CH-10, CH-11)', async () => {
      await commit(
        'run.requested',
        'r-works',
        requested('r-works', 'web', { delivery: { locale: 'de', anchor: 'topic_switch', clears: 'm-0' } }),
      );
      await commit('run.requested', 'r-silent', requested('r-silent', 'api'));
      await commit('run.requested', 'r-unheard', requested('r-unheard', 'web', { messageId: null }));
      await handled('run.requested');
      expect(await outbound('web')).toEqual([
        {
          ...UNSAID,
          sessionId: 'chat',
          requestId: 'r-works',
          answerTo: 'r-works',
          kind: 'working',
          marks: [
            { messageId: 'm-0', reaction: 'none' },
            { messageId: 'm-1', reaction: 'working' },
          ],
        },
      ]);
    });

    it('the mark of a message while a model reads it, before its run begins (CH-10)', async () => {
      const asked = {
        messageId: 'm-7',
        partOf: null,
        threadId: null,
        eligible: ['order_status'],
        text: 'Wo ist es?',
        locale: 'de',
        replyToRequestId: null,
        receivedAt: NOW,
        deadline: NOW,
        attempt: 1,
      };
      await commit('intent.requested', 'r-asked', { ...asked, requestId: 'r-asked', channel: 'push' });
      await commit('intent.requested', 'r-begun', { ...asked, requestId: 'r-begun', channel: 'push' });
      await commit('run.requested', 'r-begun', requested('r-begun', 'api'), 2);
      await commit('intent.requested', 'r-here', { ...asked, requestId: 'r-here', channel: 'console' });
      await handled('intent.requested');
      expect(await outbound('push')).toEqual([
        {
          ...UNSAID,
          sessionId: 'chat',
          requestId: 'r-asked',
          answerTo: 'r-asked',
          inReplyTo: 'm-7',
          kind: 'working',
          marks: [{ messageId: 'm-7', reaction: 'working' }],
        },
      ]);
      expect(await outbound('console')).toEqual([]);
    });

    it('the words of a run before it does anything (CH-15)', async () => {
      await commit('run.announced', 'r-says', {
        runId: 'r-says',
        channel: 'terminal',
        messageId: 'm-1',
        locale: 'de',
        anchor: 'several_topics',
        text: 'Einen Moment.',
      });
      await eventually(async () =>
        expect(await outbound('terminal')).toEqual([
          {
            ...UNSAID,
            sessionId: 'chat',
            requestId: 'r-says',
            answerTo: 'r-says',
            kind: 'pre',
            text: 'Einen Moment.',
            quote: 'm-1',
          },
        ]),
      );
    });

    it('the proposal that its run waits for, with its question and the words that answer it', async () => {
      await commit('run.suspended', 'r-2', {
        runId: 'r-2',
        threadId: null,
        channel: 'slack',
        messageId: 'm-1',
        locale: 'de',
        anchor: null,
        actionId: 'r-2.pay',
        stepId: 'pay',
        binding: 'b',
        answerTo: 'a2',
        proposal: 'Refund 900.00',
        expiresAt: NOW,
        question: { key: 'approval', expectedType: 'yes_no', prompt: 'Shall I?', choices: ['Yes', 'No'] },
      });
      await eventually(async () =>
        expect(await outbound('slack')).toEqual([
          {
            ...UNSAID,
            sessionId: 'chat',
            requestId: 'r-2',
            answerTo: 'a2',
            kind: 'proposal',
            status: 'workflow_proposed',
            text: 'Refund 900.00\nShall I?',
            choices: ['Yes', 'No'],
          },
        ]),
      );
    });

    it('the outcome of an approval once, from the run that follows, unless that run gave up waiting or reports something else', async () => {
      const wordsOf = async (runId: string) =>
        (await outbound('followed')).filter(({ requestId }) => requestId === runId).map(({ text }) => text);
      const headersOf = async () =>
        (await outbound('followed')).map(
          ({ requestId, header }) => `${requestId} ${header === null ? 'without' : 'with'} header`,
        );
      const plan = (runId: string, step: object) =>
        commit('run.planned', runId, {
          runId,
          planHash: 'hash',
          fallback: false,
          args: {},
          plan: {
            intentId: null,
            template: 'platform.follow',
            templateVersion: '1.0.0',
            scope: null,
            steps: [
              { id: 'reply', type: 'respond', title: 'Say', dependsOn: [], optional: false, copy: 'Said.', ...step },
            ],
          },
        });
      await plan('r-yes', { follows: 'r-told' });
      await commit(
        'run.completed',
        'r-told',
        completed('r-told', 'followed', 'Refunded.', { followers: ['r-yes'], isDone: false }),
      );
      await eventually(async () => expect(await wordsOf('r-told')).toEqual(['']));
      await commit('run.completed', 'r-yes', completed('r-yes', 'followed', 'Thank you. Refunded.'), 2);
      await plan('r-tired', { follows: 'r-slow' });
      await commit(
        'run.completed',
        'r-tired',
        completed('r-tired', 'followed', 'It takes long.', { code: 'still_running' }),
        2,
      );
      await commit(
        'run.completed',
        'r-slow',
        completed('r-slow', 'followed', 'Refunded at last.', { followers: ['r-tired'], isDone: false }),
      );
      await eventually(async () => expect(await wordsOf('r-slow')).toEqual(['Refunded at last.']));
      await plan('r-instead', {});
      await commit(
        'run.completed',
        'r-replaced',
        completed('r-replaced', 'followed', 'Stopped; this was done already.', {
          followers: ['r-instead'],
          isDone: false,
        }),
      );
      await eventually(async () => expect(await wordsOf('r-replaced')).toEqual(['Stopped; this was done already.']));
      expect(await wordsOf('r-yes')).toEqual(['Thank you. Refunded.']);
      expect(await headersOf()).toEqual([
        'r-told without header',
        'r-yes with header',
        'r-tired with header',
        'r-slow with header',
        'r-replaced with header',
      ]);
    });
  });
});
