import type { SlotDefinition } from '@arbiter/contracts';
import { shopBundle } from '../../fixtures/shop-bundle';
import { tenantLanguage, utteranceOf } from '../../language';
import { extractSlots } from '../reading/extract-slots';
import { checkedSlots } from './check-slots';

const language = tenantLanguage(shopBundle);
const slot = (
  name: string,
  expectedType: SlotDefinition['expectedType'],
  more: Partial<SlotDefinition> = {},
): SlotDefinition => ({ name, expectedType, required: true, prompt: '?', ...more });
const order = slot('orderNumber', 'identifier', { pattern: '\\d{4}', cues: ['order', '#'] });
const intentWith = (...slots: SlotDefinition[]) => ({ ...shopBundle.intents[0]!, slots });
const extract = (text: string, ...slots: SlotDefinition[]) =>
  extractSlots(intentWith(...slots), utteranceOf(text), language, '2026-03-02T10:00:00.000Z');
const check = (text: string, proposed: Record<string, unknown>, ...slots: SlotDefinition[]) =>
  checkedSlots(intentWith(...slots), proposed, utteranceOf(text), language);

test.each([
  ['where is my order 1002?', '1002'],
  ['#1002 please', '1002'],
  ['it is 1002 that I mean', '1002'],
  ['refund order 1003, I paid in 2024', '1003'],
  ['my order number is 1002', '1002'],
])('an identifier is found in %p', (text, value) => {
  expect(extract(text, order).slots).toEqual({ orderNumber: value });
});

test('two different identifiers are ambiguous, the same one twice is not', () => {
  expect(extract('order 1002 and order 1003', order)).toMatchObject({ slots: {}, ambiguous: new Set(['orderNumber']) });
  expect(extract('order 1002, yes, order 1002', order).slots).toEqual({ orderNumber: '1002' });
});

test('without a pattern only a cue makes a word an identifier', () => {
  const loose = slot('ticket', 'identifier', { cues: ['ticket'] });
  expect(extract('I have 3 cats', loose).slots).toEqual({});
  expect(extract('about ticket T-17', loose).slots).toEqual({ ticket: 'T-17' });
});

test('an amount needs its cue, and the number of an order is neither an amount nor a date', () => {
  const amount = slot('amount', 'number', { cues: ['for', '#', 'eur'] });
  expect(extract('refund for 1003', amount, order).slots).toEqual({ orderNumber: '1003' });
  expect(extract('refund order 1003', order, amount).slots).toEqual({ orderNumber: '1003' });
  expect(extract('refund order 1003 for 12.50', order, amount).slots).toEqual({ orderNumber: '1003', amount: 12.5 });
  expect(extract('refund order 1003', slot('when', 'date_time'), order).slots).toEqual({ orderNumber: '1003' });
});

test('a date, a choice and a free text are found by what marks them', () => {
  const slots = [
    slot('when', 'date_time'),
    slot('colour', 'choice', { choices: ['red', 'blue'] }),
    slot('reason', 'freeform', { cues: ['because'] }),
  ];
  expect(extract('send the blue one tomorrow because mine is torn', ...slots).slots).toEqual({
    when: '2026-03-03',
    colour: 'blue',
    reason: 'mine is torn',
  });
  expect(extract('send the second one', ...slots).slots).toEqual({});
  expect(extract('Ticket: the lid is broken', slot('reason', 'freeform')).slots).toEqual({
    reason: 'the lid is broken',
  });
});

test('a proposed identifier counts only when the person said it', () => {
  expect(check('the 1002 one', { orderNumber: '1002' }, order)).toEqual({ orderNumber: '1002' });
  expect(check('the 1002 one', { orderNumber: 1002 }, order)).toEqual({ orderNumber: '1002' });
  expect(check('the blue one', { orderNumber: '1002' }, order)).toEqual({});
});

test.each<[SlotDefinition['expectedType'], unknown, unknown]>([
  ['number', 3, 3],
  ['number', '3', undefined],
  ['number', Number.POSITIVE_INFINITY, undefined],
  ['date_time', '2026-03-02', '2026-03-02'],
  ['date_time', 'tomorrow', undefined],
  ['date_time', '2026-13-45', undefined],
  ['yes_no', true, true],
  ['yes_no', 'yes', undefined],
  ['choice', 'RED', 'red'],
  ['choice', 'green', undefined],
  ['choice_or_yes_no', false, false],
  ['choice_or_yes_no', 'red', 'red'],
  ['freeform', ' hi there ', 'hi there'],
  ['freeform', ' ', undefined],
  ['freeform', 'x'.repeat(2_001), undefined],
  ['location', 7, undefined],
])('a proposed %s of %p is taken as %p', (type, value, expected) => {
  expect(check('x', { it: value }, slot('it', type, { choices: ['red', 'blue'] })).it).toEqual(expected);
});

test('a proposed value from the prototype is none', () => {
  expect(check('x', {}, slot('constructor', 'freeform'))).toEqual({});
});

describe('a free text', () => {
  const address = slot('address', 'freeform', { cues: ['{orderNumber} to', 'address is'] });

  test.each([
    [
      'change the address of 1001 to 5 Market Street, Berlin',
      { orderNumber: '1001', address: '5 Market Street, Berlin' },
    ],
    ['order 1001, the address is 5 Market Street', { orderNumber: '1001', address: '5 Market Street' }],
    ['I want to change the address of 1001', { orderNumber: '1001' }],
  ])('may be told right behind the value of another slot: %p', (text, slots) => {
    expect(extract(text, address, order).slots).toEqual(slots);
  });

  test('that holds the number of the order is the request itself, and is not taken from a model', () => {
    const text = 'send 1001 to 5 Market Street';
    expect(check(text, { address: text, orderNumber: '1001' }, order, address)).toEqual({ orderNumber: '1001' });
    expect(check(text, { address: '5 Market Street', orderNumber: '1001' }, order, address)).toEqual({
      orderNumber: '1001',
      address: '5 Market Street',
    });
  });
});
