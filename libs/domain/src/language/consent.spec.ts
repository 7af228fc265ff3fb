import { shopBundle } from '../fixtures/shop-bundle';
import { exactAnswer, type Restated } from './consent';
import { heard } from './spelling';
import { tenantLanguage } from './tenant-language';
import type { Utterance } from './utterance';

const language = tenantLanguage(shopBundle);
const restated = ({ tokens }: Utterance): Restated => ({
  valued: new Set(tokens.flatMap(({ word }, index) => (['1004', 'order'].includes(word) ? [index] : []))),
  wordings: [new Set(['refund'])],
  forms: new Set(['refund']),
  deeds: 2,
});
const answer = (text: string) => exactAnswer(heard(text, language), language, restated);

test.each([
  'yes',
  'Yes, please!',
  'ok do it',
  'yes, refund order 1004',
  'YES 1004',
  'sure, go ahead',
  '👍',
  'yes to both',
  'yes, the first one',
  'yess',
])('%p is nothing but a yes', (text) => {
  expect(answer(text)).toBe('yes');
});

test.each(['no', 'No, thanks', 'no to both', '👎', "please don't"])('%p is nothing but a no', (text) => {
  expect(answer(text)).toBe('no');
});

test.each([
  'yeah right',
  'I do have extra luggage',
  'yes but only half',
  'yes?',
  'yes if it is quick',
  'great, thanks',
  'thanks',
  'yes and where is 1002?',
  'yes, 1003',
  'not yes',
  'yes 😂',
  'why not',
  'I said "yes"',
  `yes ${'yes '.repeat(20)}`,
  '',
])('%p is neither', (text) => {
  expect(answer(text)).toBeNull();
});
