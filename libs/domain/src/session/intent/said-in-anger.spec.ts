import { proposed, said } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { heard, isAngry, tenantLanguage } from '../../language';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';

const chat = () => given(sessionDecider, contextOf(shopBundle)).facts();
const german = { ...shopBundle, copy: { ...shopBundle.copy, locale: 'de' } };
const isAngryIn = (bundle: typeof shopBundle, text: string) =>
  isAngry(heard(text, tenantLanguage(bundle)), tenantLanguage(bundle));

test.each([
  'You are useless',
  'This is RIDICULOUS!',
  'you bunch of thieves',
  "I'll sue you",
  'how dare you',
  'what the hell is this',
  'answer me!!!',
])('%p is said in anger', (text) => {
  expect(isAngryIn(shopBundle, text)).toBe(true);
});

test.each([
  'my order is late, this is bad',
  'MY ORDER IS LATE',
  'I am not happy with order 1003',
  'the lamp is broken',
  'this is a serious problem',
  'they wrote "shut up" on the box',
  'WHERE IS MY ORDER 1002',
])('%p is not', (text) => {
  expect(isAngryIn(shopBundle, text)).toBe(false);
});

test('in German too', () => {
  expect(
    ['So eine Frechheit!', 'Ihr seid Betrüger', 'Ich verklage Sie'].map((text) => isAngryIn(german, text)),
  ).toEqual([true, true, true]);
  expect(
    ['Meine Bestellung ist zu spät, das ist schlecht', 'Das ist ärgerlich', 'DIE LAMPE IST KAPUTT'].map((text) =>
      isAngryIn(german, text),
    ),
  ).toEqual([false, false, false]);
});

test('anger is answered with a human sentence and the offer of a person, and counts as no misunderstanding', () => {
  const angry = chat()
    .when(said('T1', 'you are a bunch of crooks'))
    .when(proposed('T1', null, {}, 0.2));
  expect(angry.fact('intent.classified')).toMatchObject({ intentId: null, rule: 'anger' });
  expect(angry.fact('run.requested')).toMatchObject({
    purpose: 'clarify',
    copy: 'anger',
    question: { key: 'handoff' },
  });
  expect(angry.state.misunderstood).toBe(0);
});

test('no deed is taken out of it, whatever a model makes of it', () => {
  const angry = chat()
    .when(said('T1', 'you are thieves and liars'))
    .when(proposed('T1', 'refund_order', { orderNumber: '1003' }));
  expect(angry.fact('run.requested')).toMatchObject({ purpose: 'clarify', copy: 'anger', template: null });
});

test('a request comes first', () => {
  const deed = chat().when(said('T1', 'you thieves. Refund order 1003')).when(proposed('T1', 'refund_order'));
  expect(deed.fact('run.requested')).toMatchObject({
    purpose: 'template',
    template: 'refund_order',
    args: { orderNumber: '1003' },
  });
  const lookup = chat().when(said('T1', 'where the hell is my order 1002?')).when(proposed('T1', 'order_status'));
  expect(lookup.fact('run.requested')).toMatchObject({ purpose: 'template', template: 'order_status' });
});
