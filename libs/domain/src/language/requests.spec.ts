import { shopBundle } from '../fixtures/shop-bundle';
import { isRequest, matchRequest } from './requests';
import { tenantLanguage } from './tenant-language';
import { utteranceOf } from './utterance';

const { requests } = tenantLanguage(shopBundle);
const match = (text: string) => matchRequest(requests, utteranceOf(text));

test.each([
  ['where is my order 4711', 'order_status'],
  ['please refund order 1003', 'refund_order'],
  ['I want to talk to a human please', 'escalate'],
  ['order status', 'order_status'],
])('%p is like the intent %s', (text, intent) => {
  expect(match(text)).toBe(intent);
});

test.each([
  'order 1003',
  '1003',
  'what is the weather like',
  '',
  "don't refund order 1003",
  'is there a refund for broken mugs in July',
])('code alone cannot tell what %p wants', (text) => {
  expect(match(text)).toBeNull();
});

test.each([
  ['track 1003', true],
  ['can you look it up', true],
  ['1003', false],
  ['the blue one', false],
  ['what', false],
])('%p asks for something: %p', (text, expected) => {
  expect(isRequest(utteranceOf(text), requests)).toBe(expected);
});

test('nothing is like an intent when a tenant has none', () => {
  const empty = tenantLanguage({ ...shopBundle, intents: [] });
  expect(matchRequest(empty.requests, utteranceOf('where is my order'))).toBeNull();
});
