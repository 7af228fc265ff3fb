import type { Fact } from '@arbiter/contracts';
import { NOW, askingFor } from '../../fixtures/session-inputs';
import { threadWith } from '../../fixtures/session-threads';
import { shopBundle } from '../../fixtures/shop-bundle';
import type { RoutingProposal } from '../reading/routing-proposal';
import { evolveSession } from '../state/evolve-session';
import { initialSession } from '../state/session-state';
import { categorise } from './categorise';

const session = (...facts: (readonly Fact[])[]) => facts.flat().reduce(evolveSession, initialSession());
const approving = () =>
  session(
    threadWith(
      'asks',
      'refund_order',
      { orderNumber: '1004' },
      { proposes: askingFor('go', { expectedType: 'yes_no', prompt: 'Refund order 1004?' }) },
    ),
  );
const waiting = () => session(threadWith('asks', 'order_status', {}, { waitsFor: askingFor('orderNumber') }));
const free = () =>
  session(
    threadWith(
      'asks',
      'create_ticket',
      {},
      { waitsFor: askingFor('summary', { expectedType: 'freeform', prompt: 'What is the problem?' }) },
    ),
  );
const working = () => session(threadWith('works', 'order_status', { orderNumber: '1002' }));
const seeing = (attachment: RoutingProposal['attachment'], more: Partial<RoutingProposal> = {}): RoutingProposal => ({
  intentId: null,
  confidence: 1,
  slots: {},
  attachment,
  ...more,
});
const route = (text: string, state: ReturnType<typeof session>, proposal: RoutingProposal | null = null) =>
  categorise({ requestId: 'now', text, receivedAt: NOW }, state, shopBundle, proposal);

describe('RT-10: a proposal is one input of the rules', () => {
  const proposals = ['answers', 'corrects', 'requests', 'asks_about', 'courtesy'] as const;

  test.each(proposals)('it never beats an override (%s)', (attachment) => {
    for (const state of [approving(), waiting(), free(), working()]) {
      const { category, rule, action } = route('stop', state);
      expect(route('stop', state, seeing(attachment, { intentId: 'order_status' }))).toMatchObject({
        category,
        rule,
        action,
      });
    }
  });

  test.each(proposals)('a nudge changes nothing whatever it says (%s)', (attachment) => {
    for (const state of [approving(), waiting(), free(), working()]) {
      expect(
        route('any luck?', state, seeing(attachment, { intentId: 'refund_order', slots: { orderNumber: '1005' } })),
      ).toMatchObject({ category: 'status_nudge', action: { do: 'say' } });
    }
  });

  test.each([
    'hm, well',
    'the weather is nice',
    '1005',
    'great',
    'ok, where is my order 1002?',
    'yes, but only half of it',
  ])('it makes %p no answer to what waits for a yes', (text) => {
    expect(route(text, approving(), seeing('answers', { slots: { go: true } })).action.do).not.toBe('decide_approval');
  });

  test('an answer it sees and the words do not say has the question put again', () => {
    expect(route('I suppose that is how it goes', approving(), seeing('answers'))).toMatchObject({
      category: 'answer_to_pending',
      rule: 'answer_is_not_said',
      action: { copy: 'yes_no_reprompt' },
    });
  });

  test('the same kind of request about something else is a topic of its own, though a model that only knows intents names the open one', () => {
    const named = seeing(null, { intentId: 'refund_order', slots: { orderNumber: '1001' } });
    expect(route('refund order 1001', approving(), named)).toMatchObject({ category: 'new_request' });
    expect(route('I want my money back', approving(), seeing(null, { intentId: 'refund_order' }))).toMatchObject({
      rule: 'answer_is_not_said',
      threadId: 'asks',
    });
  });

  test('a clear yes to what waits for one stands', () => {
    expect(route('yes', approving(), seeing('requests', { intentId: 'order_status' }))).toMatchObject({
      action: { do: 'decide_approval', decision: 'approve' },
    });
  });

  test('a free text may be a request after all', () => {
    expect(route('my parcel never came', free())).toMatchObject({ rule: 'answer_fills_slot', isTentative: true });
    expect(route('my parcel never came', free(), seeing('requests', { intentId: 'order_status' }))).toMatchObject({
      category: 'new_request',
      isTentative: false,
    });
  });

  test('the one value in a long text answers when a model sees an answer', () => {
    const text = 'so the parcel that my aunt sent off a week ago must be 1002 or so my notes tell me';
    expect(route(text, waiting())).toMatchObject({ category: 'new_request' });
    expect(route(text, waiting(), seeing('answers'))).toMatchObject({
      rule: 'answer_fills_slot',
      action: { slots: { orderNumber: '1002' } },
    });
  });

  test('it may say which slot is corrected, and bring no code of its own', () => {
    const corrects = (orderNumber: string) =>
      route('I meant the other one, 1005', approving(), seeing('corrects', { slots: { orderNumber } }));
    expect(corrects('1005')).toMatchObject({
      rule: 'correction_changes_slot',
      action: { do: 'change_slot', slots: { orderNumber: '1005' } },
    });
    expect(
      route('I meant the other one', approving(), seeing('corrects', { slots: { orderNumber: '1005' } })).action.do,
    ).toBe('say');
  });

  test('a question about what is open leaves it open', () => {
    expect(route('how does the money reach me?', approving(), seeing('asks_about'))).toMatchObject({
      category: 'filler',
      rule: 'question_about_topic',
      threadId: 'asks',
      action: { do: 'say' },
    });
  });

  test('an unsure proposal counts as none', () => {
    expect(
      route('my parcel never came', free(), seeing('requests', { intentId: 'order_status', confidence: 0.3 })),
    ).toMatchObject({ rule: 'answer_fills_slot' });
  });

  test('an intent alone goes on with the topic that asks about it, and takes no answer away', () => {
    const inferred = (intentId: string) => seeing(null, { intentId });
    expect(
      route('whichever I bought last, tell me about 1002 please would you', waiting(), inferred('order_status')),
    ).toMatchObject({ rule: 'answer_fills_slot' });
    expect(route('my parcel never came', free(), inferred('order_status'))).toMatchObject({
      rule: 'answer_fills_slot',
    });
  });
});

test.each([
  ['yes', approving],
  ['no', approving],
  ['1002', waiting],
  ['stop', working],
  ['any luck?', working],
  ['thanks', working],
] as const)('%p needs no model', (text, state) => {
  expect(route(text, state()).isTentative).toBe(false);
});
test.each([
  ['my tea is cold', working],
  ['where is my order 1003?', approving],
  ['The lid is broken', free],
] as const)('%p is worth asking a model about', (text, state) => {
  expect(route(text, state()).isTentative).toBe(true);
});
test('with nothing open no model is asked where a text belongs', () => {
  expect(route('where is my order 1003?', session()).isTentative).toBe(false);
});
