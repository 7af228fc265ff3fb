import type { Fact } from '@arbiter/contracts';
import { answered, askingFor, said } from '../../fixtures/session-inputs';
import { threadWith } from '../../fixtures/session-threads';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { categorise } from '../routing/categorise';
import { sessionDecider } from '../session-decider';
import { evolveSession } from '../state/evolve-session';
import { initialSession } from '../state/session-state';
import { MALFORMED, type PlainAnswer } from './intent-verdict';
import { courseOfAnswer } from './plain-answer';

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
  const never = { examples: ['Which party should I vote for?'], kinds: ['legal_advice', 'medical_advice'] };
  const allowed = artifacts({ from: ['small_talk'], never });
  const SKY = 'why is the sky so blue?';
  const KIND = 'Thank you, I hope you have a nice day!';
  const course = (answer: PlainAnswer, text: string, bundle: ReturnType<typeof artifacts>) =>
    courseOfAnswer(answer, { text, receivedAt: '2026-03-02T10:00:00.000Z' }, bundle);

  test('is said where the tenant allows it and it states nothing', () => {
    expect(course(plain(KIND), SKY, allowed)).toBe('say');
  });

  test('that says to know is looked up, whatever it says', () => {
    const bundle = artifacts({ from: ['knowledge'], never });
    expect(course(plain('Because it is.', { basis: 'knowledge' }), SKY, bundle)).toBe('look_up');
  });

  test.each([
    ['no tenant allows it', plain(KIND), SKY, artifacts()],
    ['it states something', plain('Your refund was sent.'), SKY, allowed],
    ['one of its sentences states something', plain(`${KIND} Delivery takes 3 days.`), SKY, allowed],
    ['it leads elsewhere', plain(`${KIND} https://example.com`), SKY, allowed],
    ['it is unsure', plain(KIND, { confidence: 0.2 }), SKY, allowed],
    ['it is empty', plain('  '), SKY, allowed],
    ['what it rests on is not allowed', plain(KIND, { basis: 'knowledge' }), SKY, allowed],
    ['the question is never answered', plain(KIND), 'so which party should I vote for', allowed],
    ['the answer is about it', plain('You should vote for that party.'), SKY, allowed],
    ['the question wants advice', plain(KIND), 'may my neighbour sue me?', allowed],
    ['the answer gives advice', plain('Take two pills.'), SKY, allowed],
    ['it is advice in German', plain(KIND), 'sollte ich zum Ärztetag, zum Arzt?', allowed],
    ['an act is asked for', plain(KIND), 'please paint the sky blue', allowed],
    ['an act is wished for', plain(KIND), 'I want you to paint my house', allowed],
  ])('counts for nothing where %s', (_, answer, text, bundle) => {
    expect(course(answer, text, bundle)).toBeNull();
  });

  const settled = (answer: Pick<PlainAnswer, 'text' | 'basis'>, rules: object, text = SKY) =>
    given(sessionDecider, contextOf(artifacts(rules)))
      .facts()
      .when(said('T1', text))
      .when(answered('T1', { kind: 'answer', ...answer, confidence: 1, attachment: null } as never));

  test('is recorded, and said as it stands', () => {
    const said = settled({ text: KIND, basis: 'small_talk' }, { from: ['small_talk'] });
    expect(said.fact('intent.classified')).toMatchObject({ unknownIntent: true, rule: 'answered_by_model' });
    expect(said.fact('run.requested')).toMatchObject({ copy: 'plain_answer', args: { text: KIND } });
  });

  test('is recorded and not said where code refuses it', () => {
    const refused = settled({ text: 'I refunded it.', basis: 'small_talk' }, { from: ['small_talk'] });
    expect(refused.fact('intent.proposed')).toMatchObject({ answer: 'I refunded it.', basis: 'small_talk' });
    expect(refused.fact('run.requested')).toMatchObject({ purpose: 'clarify', copy: 'unknown_intent' });
    expect(JSON.stringify(refused.fact('run.requested'))).not.toContain('refunded');
  });

  test('that says to know begins what looks the question up, and none of its words are said', () => {
    const looking = { from: ['knowledge'], lookUp: 'order_status' };
    const looked = settled({ text: 'It costs 3 euros.', basis: 'knowledge' }, looking);
    expect(looked.fact('intent.classified')).toMatchObject({ intentId: 'order_status', rule: 'looked_up_for_model' });
    expect(JSON.stringify(looked.fact('run.requested'))).not.toContain('3 euros');
  });

  test('never begins a deed', () => {
    const looked = settled({ text: 'Yes.', basis: 'knowledge' }, { from: ['knowledge'], lookUp: 'refund_order' });
    expect(looked.fact('run.requested')).toMatchObject({ purpose: 'clarify', copy: 'unknown_intent' });
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
