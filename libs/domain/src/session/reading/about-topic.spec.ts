import type { Fact } from '@arbiter/contracts';
import { NOW, askingFor } from '../../fixtures/session-inputs';
import { threadWith } from '../../fixtures/session-threads';
import { shopBundle } from '../../fixtures/shop-bundle';
import { categorise } from '../routing/categorise';
import { evolveSession } from '../state/evolve-session';
import { initialSession } from '../state/session-state';
import type { RoutingProposal } from './routing-proposal';

const session = (...facts: (readonly Fact[])[]) => facts.flat().reduce(evolveSession, initialSession());
const ended = (threadId: string, intentId: string, slots = {}): readonly Fact[] => [
  ...threadWith(threadId, intentId, slots),
  {
    name: 'turn.routed',
    data: {
      requestId: threadId,
      threadId,
      category: 'new_request',
      rule: 'new_request',
      inputs: {},
      artifacts: 'bundle-1',
    },
  } as unknown as Fact,
  {
    name: 'thread.followed',
    data: {
      threadId,
      runId: threadId,
      status: 'done',
      question: null,
      actionId: null,
      binding: null,
      askedAt: null,
      outcome: `the end of ${threadId}`,
    },
  },
];
const refunded = () => ended('refund', 'refund_order', { orderNumber: '1004' });
const ticketed = () => ended('ticket', 'create_ticket', { summary: 'the lid is broken' });
const looked = () => ended('status', 'order_status', { orderNumber: '1002' });
const confirming = askingFor('go', { expectedType: 'yes_no', prompt: 'Shall I refund 126.47 EUR for order 1004?' });
const approving = () =>
  session(threadWith('refund', 'refund_order', { orderNumber: '1004' }, { proposes: confirming }));
const route = (text: string, state = session(), proposal: RoutingProposal | null = null) =>
  categorise({ requestId: 'now', text, receivedAt: NOW }, state, shopBundle, proposal);

describe('a question about what is spoken of belongs to it', () => {
  const QUESTIONS = [
    'how long does it take?',
    'HOW MUCH WAS IT',
    'did it work?',
    "what's the fee?",
    'can you tell me their address?',
    'anything else?',
    'Was it paid to my card?',
  ];

  test.each(QUESTIONS)('%p opens nothing while the topic waits for a yes, and decides nothing', (text) => {
    expect(route(text, approving())).toMatchObject({ threadId: 'refund', action: { do: 'say' } });
  });

  test.each(QUESTIONS)('%p is told how the topic ended that was spoken of last', (text) => {
    expect(route(text, session(refunded()))).toMatchObject({
      category: 'filler',
      rule: 'question_about_topic',
      threadId: 'refund',
      action: { copy: 'nudge_outcome', args: { outcome: 'the end of refund' } },
    });
    expect(route(text).category).not.toBe('filler');
  });

  test.each([
    'Where is my order 1002?',
    'refund order 1003',
    'is it about order 1003?',
    'can I talk to a human about it?',
    'I want to report a problem with it',
    'my tea is cold',
    'do you sell coffee?',
  ])('%p is a request', (text) => {
    expect(route(text, session(refunded()))).toMatchObject({ category: 'new_request', threadId: 'now' });
  });

  test('a model that is sure of another intent leads away from the topic, one that is not does not', () => {
    const sure = (confidence: number): RoutingProposal => ({
      intentId: 'create_ticket',
      confidence,
      attachment: null,
      slots: {},
    });
    expect(route('how do I return it?', session(refunded()), sure(0.9))).toMatchObject({ category: 'new_request' });
    expect(route('how do I return it?', session(refunded()), sure(0.6))).toMatchObject({
      rule: 'question_about_topic',
    });
  });

  test('a model is worth asking first', () => {
    expect(route('how do I return it?', session(refunded()))).toMatchObject({
      rule: 'question_about_topic',
      isTentative: true,
    });
  });
});

describe('RT-06: a nudge that names a topic is about that one, open or ended', () => {
  test.each([
    'any luck with the refund?',
    'Any news on my refund',
    'ANY UPDATE ON THE REFUND',
    'is the refund done?',
    "how's the refund going?",
    'hows the refund going',
    'what happened to the refund?',
  ])('%p', (text) => {
    for (const state of [
      session(refunded()),
      session(refunded(), looked()),
      session(refunded(), ticketed(), looked()),
    ]) {
      expect(route(text, state)).toMatchObject({
        category: 'status_nudge',
        rule: 'nudge_reports_outcome',
        threadId: 'refund',
        action: { args: { outcome: 'the end of refund' } },
      });
    }
  });

  test('"any news on the ticket?" is no question about the refund', () => {
    expect(route('any news on the ticket?', session(ticketed(), refunded()))).toMatchObject({
      rule: 'nudge_reports_outcome',
      threadId: 'ticket',
    });
    expect(route('any news on the ticket?', session(refunded()))).toMatchObject({ category: 'new_request' });
  });

  test('only so many topics that have ended are remembered', () => {
    const many = Array.from({ length: 20 }, (_, place) =>
      ended(`status-${place}`, 'order_status', { orderNumber: `${2000 + place}` }),
    );
    expect(session(...many).earlierOutcomes).toHaveLength(7);
    expect(session(...many).earlierOutcomes[0]).toMatchObject({ threadId: 'status-18' });
  });
});

describe('beside a refund that waits for its yes', () => {
  test.each([
    'refund order 1003',
    'REFUND ORDER 1003',
    'Refund order 1003 please.',
    'also refund order 1003',
    'and refund 1003 too',
    'can you refund order 1003 as well?',
    'I also want a refund for order 1003',
    'yes and refund 1003 too',
  ])('%p is a topic of its own', (text) => {
    expect(route(text, approving())).toMatchObject({ category: 'new_request', threadId: 'now' });
  });

  test.each([
    'no, make it order 1003',
    'NO MAKE IT ORDER 1003',
    'actually 1003',
    'I meant 1003',
    'i meant order 1003',
    'sorry, order 1003',
    'no 1003',
  ])('%p corrects it', (text) => {
    expect(route(text, approving())).toMatchObject({
      rule: 'correction_changes_slot',
      threadId: 'refund',
      action: { do: 'change_slot', slots: { orderNumber: '1003' } },
    });
  });

  test.each(['YES', 'yes.', 'yess', 'yes pls', 'Yep do it', 'sure go ahead', 'yes refund it', 'OK YES'])(
    '%p is a yes',
    (text) => {
      expect(route(text, approving())).toMatchObject({ action: { do: 'decide_approval', decision: 'approve' } });
    },
  );

  test.each([
    'yes and where is my order 1002?',
    'yes but refund 1003',
    'yes and also order 1003',
    'if it is quick yes',
  ])('%p approves nothing', (text) => {
    expect(route(text, approving()).action.do).not.toBe('decide_approval');
  });
});
