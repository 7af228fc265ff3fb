import type { ArtifactBundle } from '@arbiter/contracts';
import { askingFor, completed, proposed, said } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';

const chat = (window: ArtifactBundle['conversation']['window'] = {}) =>
  given(sessionDecider, contextOf({ ...shopBundle, conversation: { ...shopBundle.conversation, window } })).facts();
/** A topic that has ended, and one that asks for its order. */
const before = (window?: ArtifactBundle['conversation']['window']) =>
  chat(window)
    .when(said('T1', 'Where is my order 1002?'))
    .when(proposed('T1', 'order_status'))
    .when(completed('T1', 'T1', { reply: 'Order 1002 is on its way.' }))
    .when(said('T2', 'refund my order'))
    .when(proposed('T2', 'refund_order'))
    .when(completed('T2', 'T2', { question: askingFor('orderNumber') }));
const contextWith = (window?: ArtifactBundle['conversation']['window']) =>
  before(window).when(said('T3', 'and something else is odd')).fact('intent.requested').context;

test('CX-10: a model is told the open topics as short lines without their ids and values, and what was said before', () => {
  expect(contextWith()).toEqual({
    topics: [{ topic: 2, intent: 'refund_order', state: 'waiting', question: 'Which order is it?', given: [] }],
    past: [
      { by: 'person', text: 'Where is my order 1002?' },
      { by: 'assistant', text: 'Order 1002 is on its way.' },
      { by: 'person', text: 'refund my order' },
    ],
    cut: 0,
  });
});

test('CX-10: the rule of the tenant bounds the window, and what is left out is counted', () => {
  expect(contextWith({ pastTurns: 1 })).toMatchObject({ past: [{ by: 'person', text: 'refund my order' }], cut: 2 });
  expect(contextWith({ characters: 45 })).toMatchObject({
    past: [{ by: 'assistant' }, { by: 'person', text: 'refund my order' }],
    cut: 1,
  });
  expect(contextWith({ pastTurns: 0 })).toMatchObject({ past: [], cut: 3 });
});

test('CX-10: what is remembered is bounded however long a chat goes on', () => {
  let long = chat({ pastTurns: 20, characters: 8_000 });
  for (let turn = 1; turn <= 70; turn += 1) {
    const id = `T${turn}`;
    long = long
      .when(said(id, `where is my order 1002, please tell me, ${'x'.repeat(1_000)}`))
      .when(proposed(id, 'order_status'))
      .when(completed(id, id));
  }
  const context = long.when(said('end', 'where is my order 1002?')).fact('intent.requested').context!;
  expect(context.past.length + context.cut).toBe(60);
  expect(context.past.every(({ text }) => text.length <= 500)).toBe(true);
  expect(JSON.stringify(context.past).length).toBeLessThan(10_000);
});

test('CX-03: what a schema calls personal is named with the ask, of topics that are open or have ended, whatever a recogniser makes of it', () => {
  const templates = shopBundle.templates.map((template) =>
    template.template === 'refund_order'
      ? { ...template, args: { properties: { orderNumber: { type: 'string', 'x-personal': 'address' } } } }
      : template,
  );
  const asking = given(sessionDecider, contextOf({ ...shopBundle, templates }))
    .facts()
    .when(said('T1', 'Where is my order 1002?'))
    .when(proposed('T1', 'order_status', { orderNumber: '1002' }));
  expect(asking.when(said('T2', 'something else is odd')).fact('intent.requested')).not.toHaveProperty('personal');
  const known = asking
    .when(completed('T1', 'T1'))
    .when(said('T2', 'refund my order 1003'))
    .when(proposed('T2', 'refund_order', { orderNumber: '1003' }));
  const personal = [{ dataClass: 'address', value: '1003' }];
  expect(known.when(said('T3', 'something else is odd')).fact('intent.requested')).toMatchObject({ personal });
  const ended = known.when(completed('T2', 'T2'));
  expect(ended.when(said('T3', 'something else is odd')).fact('intent.requested')).toMatchObject({ personal });
});
