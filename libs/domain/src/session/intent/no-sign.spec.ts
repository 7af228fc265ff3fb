import { proposed, said } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';

const upon = (text: string, intent: string, slots: Record<string, unknown> = {}) =>
  given(sessionDecider, contextOf(shopBundle))
    .facts()
    .when(said('T1', text))
    .when(proposed('T1', intent, slots));

describe('RT-10: a model proposes a deed of which the text holds no sign', () => {
  test('a status question is answered', () => {
    expect(upon('where is my order 1002?', 'refund_order').fact('run.requested')).toMatchObject({
      template: 'order_status',
      args: { orderNumber: '1002' },
      consent: null,
    });
  });

  test.each([
    ['sing me a song', 'refund_order'],
    ['I have forgotten my number', 'refund_order'],
    ['my parcel is late', 'escalate'],
    ['could you paint my house', 'create_ticket'],
    ['could you paint 1003 houses', 'refund_order'],
  ])('%p is not understood, and nothing is offered', (text, intent) => {
    const settled = upon(text, intent, { orderNumber: '1002', summary: text });
    expect(settled.fact('intent.classified')).toMatchObject({ intentId: null, rule: 'no_sign_of_deed' });
    expect(settled.fact('run.requested')).toMatchObject({ purpose: 'clarify', template: null });
  });

  test('what mentions it, or tells what it writes down, is asked about', () => {
    expect(upon('money for 1003', 'refund_order').fact('run.requested')).toMatchObject({
      template: 'refund_order',
      consent: { kind: 'asked' },
    });
    expect(upon('the lid is off', 'create_ticket', { summary: 'the lid is off' }).fact('run.requested')).toMatchObject({
      template: 'create_ticket',
      args: { summary: 'the lid is off' },
      consent: { kind: 'asked' },
    });
  });
});
