import type { SlotDefinition } from '@arbiter/contracts';
import { shopBundle } from '../../fixtures/shop-bundle';
import { tenantLanguage, utteranceOf } from '../../language';
import { statedValues } from './stated-values';

const language = tenantLanguage(shopBundle);
const NOW = '2026-03-02T10:00:00.000Z';
const slot = (name: string, expectedType: SlotDefinition['expectedType'], more: Partial<SlotDefinition> = {}) => ({
  name,
  expectedType,
  required: true,
  prompt: '?',
  ...more,
});
const order = slot('order', 'identifier', { pattern: '\\d{4}', cues: ['order'] });
const stated = (text: string, it: SlotDefinition, value: unknown) =>
  statedValues({ ...shopBundle.intents[0]!, slots: [order, it] }, { it: value }, utteranceOf(text), language, NOW);

const amount = slot('it', 'number');
const day = slot('it', 'date_time');
const colour = slot('it', 'choice', { choices: ['red', 'sky blue'] });
const note = slot('it', 'freeform');

test.each<[string, SlotDefinition, unknown]>([
  ['refund 5 euros of order 1003', amount, 5],
  ['refund five euros of order 1003', amount, 5],
  ['bring order 1003 tomorrow', day, '2026-03-03'],
  ['order 1003 in red please', colour, 'red'],
  ['order 1003 in blue please', colour, 'sky blue'],
  ['My teapot leaks, order 1003', note, 'the teapot leaks'],
])('RT-10: of %p a model may say what it states', (text, it, value) => {
  expect(stated(text, it, value)).toEqual({ it: value });
});

test.each<[string, SlotDefinition, unknown]>([
  ['refund 5 euros of order 1003', amount, 100],
  ['refund 5 euros of order 1003', amount, 1003],
  ['refund a part of order 1003', amount, 5],
  ['bring order 1003 tomorrow', day, '2026-03-09'],
  ['order 1003 please', colour, 'red'],
  ['order 1003 please', slot('it', 'yes_no'), true],
  ['My teapot leaks, order 1003', note, 'I want a new one'],
  ['My teapot does not leak, order 1003', note, 'the teapot leaks'],
])('RT-10: of %p no value is taken that it does not state', (text, it, value) => {
  expect(stated(text, it, value)).toEqual({});
});
