import type { Fact } from '@arbiter/contracts';
import { answered, askingFor, said } from '../../fixtures/session-inputs';
import { threadWith } from '../../fixtures/session-threads';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { categorise } from '../routing/categorise';
import { sessionDecider } from '../session-decider';
import { evolveSession } from '../state/evolve-session';
import { initialSession } from '../state/session-state';
import { MALFORMED, type PlainAnswer } from './verdict';
import { mayBeSaid } from './plain-answer';

const chat = () => given(sessionDecider, contextOf(shopBundle)).facts();
const asks = (text: string) => chat().when(said('T1', text));
const named = (template: string, args: Record<string, unknown>, confidence = 0.9) =>
  answered('T1', { kind: 'template', template, args, confidence, attachment: null });

describe('PL-01: a template with arguments', () => {
  test('is the intent that it serves, and is recorded as it was proposed', () => {
    const settled = asks('could it be 1002 that is lost?').when(named('order_status', { orderNumber: '1002' }));
    expect(settled.fact('intent.proposed')).toMatchObject({
      intentId: null,
      template: 'order_status',
      slots: { orderNumber: '1002' },
      failure: null,
    });
    expect(settled.fact('intent.classified')).toMatchObject({ intentId: 'order_status', rule: 'proposal_accepted' });
    expect(settled.fact('run.requested')).toMatchObject({
      template: 'order_status',
      args: { orderNumber: '1002' },
      consent: null,
    });
  });

  test('brings no argument that the text does not hold, nor one that is none', () => {
    const settled = asks('could it be lost?').when(
      named('order_status', { orderNumber: '1999', colour: 'red', steps: [{ tool: 'x' }] }),
    );
    expect(settled.fact('run.requested').args).toEqual({});
  });

  test.each([
    ['no template of the tenant', 'drop_tables'],
    ['one that serves no open intent', 'erase_customer'],
  ])('that is %s is none', (_, template) => {
    const settled = asks('could it be 1002 that is lost?').when(named(template, { orderNumber: '1002' }));
    expect(settled.fact('intent.classified')).toMatchObject({ intentId: null, unknownIntent: true });
  });

  test('that changes something goes through the same consent as an intent', () => {
    const settled = asks('1003 makes me so sad, I wonder about it').when(
      named('refund_order', { orderNumber: '1003' }),
    );
    for (const run of settled.decided.filter((fact) => fact.name === 'run.requested'))
      expect(run).not.toMatchObject({ data: { consent: { kind: 'clear' } } });
  });

  test('does not outrank what is plainly asked for', () => {
    const settled = asks('refund order 1003').when(named('order_status', { orderNumber: '1003' }));
    expect(settled.fact('intent.classified')).toMatchObject({ intentId: 'refund_order', rule: 'plainly_asked_for' });
  });

  test.each([
    { kind: 'template', template: 'x y', args: {}, confidence: 1, attachment: null },
    { kind: 'template', template: 'order_status', args: ['1002'], confidence: 1, attachment: null },
    { kind: 'answer', text: 7, basis: 'small_talk', confidence: 1, attachment: null },
    { kind: 'answer', text: 'hi', basis: 'rumour', confidence: 1, attachment: null },
    { kind: 'intent', intentId: null, slots: {}, confidence: 1, attachment: null, topic: 'first' },
  ])('CL-02: what is not of the shape is asked for again: %#', (proposal) => {
    const again = asks('Where is my order 1002?').when(answered('T1', proposal as never));
    again.thenNamed('intent.proposed');
    expect(again.fact('intent.proposed')).toMatchObject({ failure: MALFORMED });
  });
});

describe('PL-01: a plain answer', () => {
  const artifacts = (plainAnswers?: object) => ({
    ...shopBundle,
    conversation: { ...shopBundle.conversation, ...(plainAnswers ? { plainAnswers } : {}) } as never,
  });
  const plain = (text: string, more: Partial<PlainAnswer> = {}): PlainAnswer => ({
    kind: 'answer',
    text,
    basis: 'small_talk',
    confidence: 0.9,
    attachment: null,
    provider: 'far',
    model: 'far-1',
    ...more,
  });
  const allowed = artifacts({
    from: ['small_talk'],
    never: { examples: ['Which party should I vote for?'], kinds: ['legal_advice', 'medical_advice'] },
  });
  const fine = () => true;
  const SKY = 'why is the sky so blue?';

  test('is said where the tenant allows it and it was checked', () => {
    expect(mayBeSaid(plain('Because light scatters.'), { text: SKY }, allowed, fine)).toBe(true);
  });

  test.each([
    ['no tenant allows it', plain('Light.'), SKY, artifacts(), fine],
    ['there is no check', plain('Light.'), SKY, allowed, null],
    ['the check refuses it', plain('Light.'), SKY, allowed, () => false],
    ['it is unsure', plain('Light.', { confidence: 0.2 }), SKY, allowed, fine],
    ['it is empty', plain('  '), SKY, allowed, fine],
    ['what it rests on is not allowed', plain('Light.', { basis: 'knowledge' }), SKY, allowed, fine],
    [
      'it says to know and nothing was retrieved',
      plain('Light.', { basis: 'knowledge' }),
      SKY,
      artifacts({ from: ['knowledge'] }),
      fine,
    ],
    ['the question is never answered', plain('The best one.'), 'so which party should I vote for', allowed, fine],
    ['the answer is about it', plain('You should vote for that party.'), SKY, allowed, fine],
    ['the question wants advice', plain('Yes.'), 'may my neighbour sue me?', allowed, fine],
    ['the answer gives advice', plain('Take two pills.'), SKY, allowed, fine],
    ['it is advice in German', plain('Ja.'), 'sollte ich zum Ärztetag, zum Arzt?', allowed, fine],
    ['an act is asked for', plain('Done!'), 'please paint the sky blue', allowed, fine],
    ['an act is wished for', plain('Done!'), 'I want you to paint my house', allowed, fine],
  ])('is not said where %s', (_, answer, text, bundle, check) => {
    expect(mayBeSaid(answer, { text }, bundle, check)).toBe(false);
  });

  test('is recorded and not said while nothing checks it', () => {
    const settled = given(sessionDecider, contextOf(allowed))
      .facts()
      .when(said('T1', SKY))
      .when(
        answered('T1', {
          kind: 'answer',
          text: 'I refunded it.',
          basis: 'small_talk',
          confidence: 1,
          attachment: null,
        } as never),
      );
    expect(settled.fact('intent.proposed')).toMatchObject({ answer: 'I refunded it.', basis: 'small_talk' });
    expect(settled.fact('run.requested')).toMatchObject({ purpose: 'clarify', copy: 'unknown_intent' });
    expect(JSON.stringify(settled.fact('run.requested'))).not.toContain('refunded');
  });
});

describe('CX-10: the topic that a model names', () => {
  const session = (...facts: (readonly Fact[])[]) => facts.flat().reduce(evolveSession, initialSession());
  const both = () =>
    session(
      threadWith('refunds', 'refund_order', {}, { waitsFor: askingFor('orderNumber') }),
      threadWith('looks', 'order_status', {}, { waitsFor: askingFor('orderNumber') }),
    );
  const text = 'so the parcel that my aunt sent off a week ago must be 1002 or so my notes tell me';
  const route = (said: string, state: ReturnType<typeof session>, topic: number | null) =>
    categorise({ requestId: 'now', text: said, receivedAt: '2026-03-02T10:00:00.000Z' }, state, shopBundle, {
      intentId: null,
      confidence: 1,
      slots: {},
      attachment: 'answers',
      topic,
    });

  test('gets the answer where the rules leave it open, and a deed is asked about then', () => {
    expect(route(text, both(), null)).toMatchObject({ threadId: 'looks' });
    expect(route(text, both(), 1)).toMatchObject({
      threadId: 'refunds',
      action: { do: 'fill_slot', slots: { orderNumber: '1002' }, isPlain: false },
    });
  });

  test('changes nothing where the words settle it', () => {
    expect(route('1002', both(), 1)).toMatchObject({ threadId: 'looks' });
  });

  test('is never one that waits for a yes', () => {
    const proposing = () =>
      session(
        threadWith(
          'first',
          'refund_order',
          { orderNumber: '1003' },
          { proposes: askingFor('go', { expectedType: 'yes_no' }) },
        ),
        threadWith(
          'second',
          'refund_order',
          { orderNumber: '1004' },
          { proposes: askingFor('go', { expectedType: 'yes_no' }) },
        ),
      );
    for (const said of ['yes', 'yes please', 'well yes I think so'])
      expect(route(said, proposing(), 1).action).toEqual(route(said, proposing(), null).action);
  });

  test('that is not open is none', () => {
    expect(route(text, both(), 9)).toEqual(route(text, both(), null));
  });
});

test('CL-02, PL-01: a recorded proposal is all that a replay needs: the same state, and the same facts decided upon it', () => {
  const first = asks('could it be 1002 that is lost?');
  const proposal = named('order_status', { orderNumber: '1002' });
  const settled = first.when(proposal);
  const recorded = settled.fact('intent.proposed');
  const replayed = settled.history.reduce(evolveSession, initialSession());
  expect(replayed).toEqual(settled.state);
  const again = first.when(
    answered('T1', {
      kind: 'template',
      template: recorded.template!,
      args: recorded.slots,
      confidence: recorded.confidence,
      attachment: recorded.attachment,
    } as never),
  );
  expect(again.decided.slice(1)).toEqual(settled.decided.slice(1));
});
