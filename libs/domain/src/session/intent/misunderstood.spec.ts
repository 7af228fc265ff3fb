import { HUMAN_HANDOFF_SENTENCE } from '@arbiter/contracts';
import { completed, notProposed, proposed, said } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';

type Story = ReturnType<
  ReturnType<
    typeof given<ReturnType<typeof sessionDecider.initial>, Parameters<typeof sessionDecider.decide>[1]>
  >['facts']
>;

const chat = (): Story => given(sessionDecider, contextOf(shopBundle)).facts();
const TITLES = ['order status', 'refund order', 'create ticket', 'escalate'];

/** A text that is not understood, and the end of the run that says so. */
function misunderstood(story: Story, requestId: string, text: string): Story {
  const asked = story.when(said(requestId, text));
  const settled = asked.decided.some(({ name }) => name === 'intent.classified')
    ? asked
    : asked.when(proposed(requestId, null, {}, 0.2));
  return settled;
}
const over = (story: Story, runId: string): Story => {
  const { question } = story.fact('run.requested');
  return story.when(completed(runId, runId, { question, reply: 'Hm?' }));
};
const once = () => over(misunderstood(chat(), 'T1', 'sing me a song'), 'T1');
const twice = () => over(misunderstood(once(), 'T2', 'recite a poem'), 'T2');

describe('messages that are not understood, one after another (CL-04, CL-09)', () => {
  test('the first time a person is offered, the second time what can be done is, with buttons, and from the third on a person again', () => {
    expect(misunderstood(chat(), 'T1', 'sing me a song').fact('run.requested')).toMatchObject({
      purpose: 'clarify',
      copy: 'unknown_intent',
      question: { key: 'handoff', prompt: HUMAN_HANDOFF_SENTENCE },
    });
    expect(misunderstood(once(), 'T2', 'recite a poem').fact('run.requested')).toMatchObject({
      purpose: 'clarify',
      copy: 'misunderstood_again',
      question: {
        key: 'platform.wanted',
        expectedType: 'choice_or_yes_no',
        prompt: `misunderstood_again ${HUMAN_HANDOFF_SENTENCE}`,
        choices: TITLES,
      },
    });
    const third = misunderstood(twice(), 'T3', 'dance a polka');
    expect(third.fact('run.requested')).toMatchObject({
      purpose: 'clarify',
      copy: 'misunderstood_offer_person',
      question: { key: 'handoff', prompt: HUMAN_HANDOFF_SENTENCE },
    });
    expect(misunderstood(over(third, 'T3'), 'T4', 'whistle a tune').fact('run.requested')).toMatchObject({
      copy: 'misunderstood_offer_person',
    });
  });

  test('only the last question stands', () => {
    expect(twice().state.threads.map(({ threadId }) => threadId)).toEqual(['T2']);
  });

  test('anything that is understood begins the count anew', () => {
    const understood = once()
      .when(said('T2', 'where is my order 1002?'))
      .when(proposed('T2', 'order_status'))
      .when(completed('T2', 'T2'));
    expect(understood.state.misunderstood).toBe(0);
    expect(misunderstood(understood, 'T3', 'recite a poem').fact('run.requested')).toMatchObject({
      copy: 'unknown_intent',
    });
    expect(once().when(said('T2', 'no')).state.misunderstood).toBe(0);
  });

  test('courtesy does not', () => {
    const greeted = once().when(said('T2', 'hello'));
    expect(misunderstood(greeted, 'T3', 'recite a poem').fact('run.requested')).toMatchObject({
      copy: 'misunderstood_again',
    });
  });

  test('without a model it is the same', () => {
    const again = once().when(said('T2', 'recite a poem')).when(notProposed('T2'));
    expect(again.fact('run.requested')).toMatchObject({ copy: 'misunderstood_again' });
  });
});

describe('a choice from the list', () => {
  test('a lookup begins on the same topic', () => {
    const chosen = twice().when(said('T3', 'order status', { answerTo: 'T2' }));
    expect(chosen.fact('turn.routed')).toMatchObject({
      category: 'answer_to_pending',
      rule: 'answer_chooses_intent',
      threadId: 'T2',
    });
    expect(chosen.fact('run.requested')).toMatchObject({
      purpose: 'template',
      template: 'order_status',
      threadId: 'T2',
      consent: null,
    });
  });

  test('a deed is asked about before it is done', () => {
    const chosen = twice().when(said('T3', 'create ticket', { answerTo: 'T2' }));
    expect(chosen.fact('run.requested')).toMatchObject({
      template: 'create_ticket',
      consent: { kind: 'asked', rule: 'chosen_from_list' },
    });
  });

  test('typed, it is one of the list as well, and no model is asked', () => {
    expect(twice().when(said('T3', 'refund order')).fact('run.requested')).toMatchObject({
      threadId: 'T2',
      template: 'refund_order',
      args: {},
      consent: { kind: 'asked', rule: 'chosen_from_list' },
    });
  });

  test('a person is brought in', () => {
    expect(
      twice()
        .when(said('T3', 'escalate', { answerTo: 'T2' }))
        .fact('run.requested'),
    ).toMatchObject({ template: 'escalate', consent: { kind: 'confirmed', rule: 'offer_accepted' } });
  });

  test('a yes is to the offer of a person at its end', () => {
    expect(twice().when(said('T3', 'yes')).fact('run.requested')).toMatchObject({
      template: 'escalate',
      consent: { kind: 'confirmed', rule: 'offer_accepted' },
    });
  });

  test('a request of its own is one, with what it tells', () => {
    const requested = twice().when(said('T3', 'refund order 1003'));
    const settled = requested.decided.some(({ name }) => name === 'run.requested')
      ? requested
      : requested.when(proposed('T3', 'refund_order'));
    expect(settled.fact('run.requested')).toMatchObject({
      template: 'refund_order',
      args: { orderNumber: '1003' },
      consent: { kind: 'clear' },
    });
  });
});
