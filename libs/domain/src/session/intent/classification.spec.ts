import { askingFor, completed, notProposed, proposed, said } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';
import type { IntentAnswered } from '../session-input';
import { intentTimer, retryTimer } from '../timers';
import { MALFORMED } from './intent-verdict';

const MAXIMUM_ASKS = shopBundle.conversation.mostQuestions;
const chat = (bundle = shopBundle) => given(sessionDecider, contextOf(bundle)).facts();
const asks = (text: string, bundle = shopBundle) => chat(bundle).when(said('T1', text));
const due = (requestId: string) => ({ name: 'due', key: intentTimer(requestId) }) as const;
const retry = (requestId: string) => ({ name: 'due', key: retryTimer(requestId) }) as const;

describe('a proposal', () => {
  test.each([
    [proposed('T1', null), 'proposal_names_no_intent'],
    [proposed('T1', 'order_pizza'), 'proposal_names_unknown_intent'],
    [proposed('T1', 'order_status', {}, 0.49), 'proposal_is_unsure'],
  ])('that cannot be taken makes the intent unknown: %#', (answer, rule) => {
    const settled = asks('Where is my order 1002?').when(answer);
    expect(settled.fact('intent.classified')).toMatchObject({ intentId: null, unknownIntent: true, rule, slots: {} });
    expect(settled.fact('run.requested')).toMatchObject({ purpose: 'clarify', copy: 'unknown_intent' });
  });

  test('is waited for as long as models.yaml gives the purpose, and the timer agrees (PV-07)', () => {
    const times = { intent: { totalMilliseconds: 25_000 }, narrative: { totalMilliseconds: 9_000 } };
    const bundle = { ...shopBundle, models: { ...shopBundle.models, times } };
    const asked = asks('Where is my order 1002?', bundle);
    const { deadline } = asked.fact('intent.requested');
    expect(deadline).toBe('2026-03-02T10:00:25.000Z');
    const [timer] = asked.decided.flatMap((fact) => sessionDecider.due!(fact));
    expect(timer).toMatchObject({ key: intentTimer('T1') });
    expect(timer!.at! > deadline).toBe(true);
  });

  test('for an intent that is not for this channel makes the intent unknown', () => {
    const bundle = {
      ...shopBundle,
      intents: shopBundle.intents.map((one) => (one.intent === 'refund_order' ? { ...one, channels: ['voice'] } : one)),
    };
    const asked = asks('refund order 1003', bundle);
    expect(asked.fact('intent.requested').eligible).toEqual(['order_status', 'create_ticket', 'escalate']);
    expect(asked.when(proposed('T1', 'refund_order')).fact('intent.classified')).toMatchObject({
      intentId: null,
      rule: 'proposal_names_ineligible_intent',
    });
    expect(asked.when(notProposed('T1')).fact('intent.classified')).toMatchObject({ intentId: null });
  });

  test('comes second to what code finds, and only where its value is what the slot asks for', () => {
    const slots = (text: string, intent: string, proposal: Record<string, unknown>) =>
      asks(text)
        .when(proposed('T1', intent, proposal))
        .fact('run.requested').args;
    expect(slots('Where is my order 1002?', 'order_status', { orderNumber: '1999' })).toEqual({ orderNumber: '1002' });
    expect(slots('Where is my order?', 'order_status', { orderNumber: '1999' })).toEqual({});
    expect(slots('Where are my orders, 1002 or 1003?', 'order_status', { orderNumber: '1003' })).toEqual({});
    expect(slots('Open a support ticket: the lid is broken', 'create_ticket', { summary: 'all is well' })).toEqual({
      summary: 'the lid is broken',
    });
    expect(
      slots('Hello, the lid is broken', 'create_ticket', {
        summary: ' The lid is broken ',
        since: 'whenever',
        colour: 'red',
      }),
    ).toEqual({ summary: 'The lid is broken' });
    expect(slots('Something is odd', 'create_ticket', { summary: 'The lid is broken' })).toEqual({});
  });

  test('CL-11: sensitive slots are listed by name', () => {
    const settled = asks('Open a support ticket: the lid is broken').when(proposed('T1', 'create_ticket'));
    expect(settled.fact('intent.classified')).toMatchObject({
      redactedParams: ['summary'],
      slots: { summary: 'the lid is broken' },
    });
  });

  const misshapen = [
    { kind: 'reply', text: 'hello', provider: 'x', model: 'x' },
    { kind: 'intent', intentId: 'order_status', confidence: Number.NaN, slots: {}, provider: 'x', model: 'x' },
    { kind: 'intent', intentId: 'order_status', confidence: 7, slots: {}, provider: 'x', model: 'x' },
    { kind: 'intent', intentId: 'drop table; \u0000', confidence: 1, slots: {}, provider: 'x', model: 'x' },
    { kind: 'intent', intentId: 'order_status', confidence: 1, slots: ['1002'], provider: 'x', model: 'x' },
    {
      kind: 'intent',
      intentId: 'order_status',
      confidence: 1,
      slots: { orderNumber: { nested: true } },
      provider: 'x',
      model: 'x',
    },
    { kind: 'failure', code: MALFORMED, message: 'not JSON' },
  ] as unknown as IntentAnswered['proposal'][];
  test.each(misshapen)(
    'CL-02: that is malformed is asked for once more, a while later, then done without: %#',
    (proposal) => {
      const answer: IntentAnswered = { name: 'intent.answered', requestId: 'T1', attempt: 1, proposal };
      const failed = asks('Where is my order 1002?').when(answer);
      failed.then({
        name: 'intent.proposed',
        data: {
          requestId: 'T1',
          attempt: 1,
          intentId: null,
          confidence: 0,
          slots: {},
          attachment: null,
          provider: '',
          model: '',
          failure: MALFORMED,
          retryAt: '2026-03-02T10:00:00.500Z',
        },
      });
      const again = failed.at('2026-03-02T10:00:00.600Z').when(retry('T1'));
      expect(again.fact('intent.requested')).toMatchObject({
        requestId: 'T1',
        threadId: 'T1',
        attempt: 2,
        sessionId: 'chat',
        messageId: 'm-T1',
        text: 'Where is my order 1002?',
        deadline: '2026-03-02T10:00:03.600Z',
      });
      again.when({ ...answer, attempt: 2 }).thenNamed('intent.proposed', 'intent.classified', 'run.requested');
    },
  );

  test('CL-02: of an earlier attempt settles nothing once that attempt is over', () => {
    const failed = asks('Where is my order 1002?').when(notProposed('T1', MALFORMED));
    failed
      .when(proposed('T1', 'order_status'))
      .thenIgnored('attempt_is_over')
      .when(due('T1'))
      .thenIgnored('attempt_is_over');
    const again = failed.when(retry('T1'));
    again
      .when(proposed('T1', 'refund_order'))
      .thenIgnored('attempt_is_over')
      .when(retry('T1'))
      .thenIgnored('attempt_is_over');
    expect(again.when({ ...proposed('T1', 'order_status'), attempt: 2 }).fact('intent.classified')).toMatchObject({
      intentId: 'order_status',
    });
    expect(again.when(due('T1')).fact('intent.classified')).toMatchObject({ rule: expect.any(String) });
  });

  test('RT-10: of an unknown attachment is malformed', () => {
    const answer = {
      ...proposed('T1', 'order_status'),
      proposal: {
        kind: 'intent',
        intentId: 'order_status',
        confidence: 1,
        slots: {},
        attachment: 'hijacks',
        provider: 'x',
        model: 'x',
      },
    };
    expect(
      asks('Where is my order 1002?')
        .when(answer as unknown as IntentAnswered)
        .fact('intent.proposed'),
    ).toMatchObject({ failure: MALFORMED });
  });
});

describe('without a model', () => {
  test('CL-05: an intent that the words leave no doubt about is carried out', () => {
    const settled = asks('refund order 1003').when(notProposed('T1'));
    expect(settled.fact('intent.proposed')).toMatchObject({ failure: 'provider_unavailable', provider: '' });
    expect(settled.fact('intent.classified')).toMatchObject({
      intentId: 'refund_order',
      rule: 'lexical_fallback',
      slots: { orderNumber: '1003' },
    });
  });

  test.each(['what is the weather like', "don't refund order 1003", 'my parcel'])('%p stays unknown', (text) => {
    expect(asks(text).when(notProposed('T1')).fact('intent.classified')).toMatchObject({
      intentId: null,
      rule: 'no_model_and_no_match',
    });
  });

  test('the deadline settles the turn, once', () => {
    const settled = asks('refund order 1003').when(due('T1'));
    expect(settled.fact('intent.proposed')).toMatchObject({ failure: 'deadline_passed' });
    expect(settled.fact('run.requested')).toMatchObject({ purpose: 'template', template: 'refund_order' });
    settled
      .when(due('T1'))
      .thenIgnored('intent_not_asked')
      .when(proposed('T1', 'order_status'))
      .thenIgnored('intent_not_asked');
    settled.when({ name: 'due', key: 'tea:time' }).thenIgnored('unknown_timer');
  });

  test('no model is asked when no intent is eligible', () => {
    const bundle = { ...shopBundle, intents: shopBundle.intents.map((one) => ({ ...one, rolloutPercentage: 0 })) };
    asks('Where is my order?', bundle).thenNamed('turn.routed', 'thread.opened', 'intent.classified', 'run.requested');
  });
});

test('a timer runs while the intent is asked for, a little past the deadline', () => {
  const asked = asks('Where is my order 1002?');
  const timers = (facts: typeof asked.decided) => facts.flatMap((fact) => sessionDecider.due?.(fact) ?? []);
  expect(timers(asked.decided)).toEqual([{ key: 'intent:T1', at: '2026-03-02T10:00:04.000Z' }]);
  const cleared = [
    { key: 'intent:T1', at: null },
    { key: 'retry:T1', at: null },
  ];
  expect(timers(asked.when(proposed('T1', 'order_status')).decided)).toEqual(cleared);
  expect(timers(asked.when(said('T2', 'stop')).decided)).toEqual(cleared);
  const failed = asked.when(notProposed('T1', MALFORMED));
  expect(timers(failed.decided)).toEqual([
    { key: 'intent:T1', at: null },
    { key: 'retry:T1', at: '2026-03-02T10:00:00.500Z' },
  ]);
  expect(timers(failed.when(said('T2', 'stop')).decided)).toEqual(cleared);
});

describe('a request made again while its question is open', () => {
  const asked = () =>
    asks('Where is my order?')
      .when(proposed('T1', 'order_status'))
      .when(completed('T1', 'T1', { question: askingFor('orderNumber') }));

  test('goes on with the topic that asks', () => {
    const again = asked().when(said('T2', 'where is my order 1002?')).when(proposed('T2', 'order_status'));
    again.thenNamed('intent.proposed', 'turn.routed', 'run.requested');
    expect(again.fact('run.requested')).toMatchObject({
      threadId: 'T1',
      template: 'order_status',
      args: { orderNumber: '1002' },
    });
    expect(again.state).toMatchObject({ threads: [{ threadId: 'T1' }], lastOutcome: null });
  });

  test('without a model takes the question up and closes the older thread', () => {
    const again = asked().when(said('T2', 'where is my order 1002?')).when(notProposed('T2'));
    again.thenNamed(
      'intent.proposed',
      'turn.routed',
      'thread.opened',
      'intent.classified',
      'thread.followed',
      'run.requested',
    );
    expect(again.fact('thread.followed')).toMatchObject({ threadId: 'T1', status: 'done', outcome: '' });
    expect(again.state).toMatchObject({ threads: [{ threadId: 'T2' }], lastOutcome: null });
  });

  test('keeps what the thread already knew, unless it is told differently', () => {
    const since = { key: 'since', expectedType: 'date_time', prompt: 'Since when?' } as const;
    const ticket = asks('Open a support ticket: the lid is broken')
      .when(proposed('T1', 'create_ticket'))
      .when(completed('T1', 'T1', { question: since }));
    const again = ticket.when(said('T2', 'I want to report a problem')).when(proposed('T2', 'create_ticket'));
    expect(again.fact('run.requested').args).toEqual({ summary: 'the lid is broken' });
    const another = ticket
      .when(said('T2', 'Open a support ticket: the mug is cracked'))
      .when(proposed('T2', 'create_ticket'));
    another.thenNamed('intent.proposed', 'turn.routed', 'thread.opened', 'intent.classified', 'run.requested');
    expect(another.fact('run.requested').args).toEqual({ summary: 'the mug is cracked' });
  });

  test('CL-09: after as many asks as the tenant allows, without an answer a person is offered instead', () => {
    let story = asked();
    for (let ask = 2; ask <= MAXIMUM_ASKS; ask += 1) {
      story = story.when(said(`T${ask}`, 'where is my order?')).when(proposed(`T${ask}`, 'order_status'));
      expect(story.fact('run.requested')).toMatchObject({ purpose: 'template' });
      story = story.when(
        completed(`T${ask}`, story.fact('run.requested').threadId, { question: askingFor('orderNumber') }),
      );
    }
    const capped = story.when(said('T9', 'where is my order?')).when(proposed('T9', 'order_status'));
    expect(capped.fact('run.requested')).toMatchObject({
      purpose: 'clarify',
      copy: 'clarification_cap',
      fallback: true,
      question: { key: 'handoff' },
      intentId: 'order_status',
    });
    const classified = story.when(said('T9', 'where is my order 1002?')).when(proposed('T9', 'order_status'));
    expect(classified.fact('run.requested')).toMatchObject({ purpose: 'template', args: { orderNumber: '1002' } });
  });

  test('CL-09: a question that comes back although it is answered is capped as well', () => {
    let story = asked();
    for (let ask = 2; ask <= MAXIMUM_ASKS + 1; ask += 1) {
      story = story.when(said(`T${ask}`, '1002'));
      expect(story.fact('run.requested')).toMatchObject({ purpose: 'template' });
      story = story.when(completed(`T${ask}`, 'T1', { question: askingFor('orderNumber') }));
    }
    expect(story.when(said('T9', '1002')).fact('run.requested')).toMatchObject({
      purpose: 'clarify',
      copy: 'clarification_cap',
    });
  });
});
