import type { Question } from '@arbiter/contracts';
import fc from 'fast-check';
import { shopBundle } from '../../fixtures/shop-bundle';
import { tenantLanguage } from '../tenant-language';
import { utteranceOf } from '../utterance';
import { fit } from './fit';
import type { Stakes } from './yes-no';

const language = tenantLanguage(shopBundle);
const now = '2026-03-02T10:00:00.000Z';
const none: Stakes = { level: 'none', intentId: null, slots: {} };
const question = (expectedType: Question['expectedType'], more: Partial<Question> = {}): Question => ({ key: 'it', expectedType, prompt: 'Which?', ...more });
const valueOf = (asked: Question, text: string, stakes = none) => fit(asked, utteranceOf(text), { language, now, stakes })?.value;

describe('an identifier', () => {
  const order = question('identifier', { pattern: '^\\d{4}$', cues: ['order', 'number', '#'] });
  test.each(['1002', '#1002', "it's 1002", 'order 1002 please', 'My order number is 1002.', 'sorry, 1002', '1002 I think', 'no, 1002', '1002, thanks'])('is the answer in %p', (text) => {
    expect(valueOf(order, text)).toBe('1002');
  });
  test.each(['12', '10023', 'the blue one', 'where is my order 1002?', 'refund 1002', 'track 1002', '1002 or 1003', '1002 and also my toaster is broken', 'yes', '', '???'])('does not fit %p', (text) => {
    expect(valueOf(order, text)).toBeUndefined();
  });
  test('answers in the spelling of its pattern, over several words', () => {
    expect(valueOf(question('identifier', { pattern: '[A-Z]{2} \\d{3}' }), "it's ab 123")).toBe('AB 123');
  });
  test('without a pattern is the one word with a digit', () => {
    expect(valueOf(question('identifier'), 'A-17')).toBe('A-17');
  });
  test('with a pattern that is no regular expression fits nothing', () => {
    expect(valueOf(question('identifier', { pattern: '(' }), '1002')).toBeUndefined();
  });
});

describe('yes or no', () => {
  const asked = question('yes_no');
  const approval: Stakes = { level: 'high', intentId: 'refund_order', slots: { orderNumber: '1004' } };
  test.each(['yes', 'Yes, please.', 'ok', 'go ahead', 'sure, do it', 'yes refund it', 'Yes, refund order 1004', 'that would be a yes'])('%p approves', (text) => {
    expect(valueOf(asked, text, approval)).toBe(true);
  });
  test.each(['no', 'No thanks', "don't", "don't do it", "I don't want that", 'no, reject it'])('%p rejects', (text) => {
    expect(valueOf(asked, text, approval)).toBe(false);
  });
  test.each([
    'yes and no', 'yes, but only half of it', 'not sure', 'yes?', 'maybe', "don't stop", 'ok, where is my order 1002?', 'ok, tell me more', 'sure, refund order 1009',
    'I said so yesterday', 'the yes button in your shop is broken and grey', '"yes", it says',
  ])('%p settles nothing where something hangs on it', (text) => {
    expect(valueOf(asked, text, approval)).toBeUndefined();
  });
  test('a yes with more to say fills a slot', () => {
    expect(valueOf(asked, 'Yes, and book a table for 3')).toBe(true);
  });
});

describe('a date or time', () => {
  const date = question('date_time');
  test.each([
    ['2026-03-05', '2026-03-05'],
    ['tomorrow', '2026-03-03'],
    ['on Tuesday please', '2026-03-03'],
    ['March 7th at 7 pm', '2026-03-07T19:00'],
    ['make it the 1st of April', '2026-04-01'],
  ])('is read from %p', (text, value) => {
    expect(valueOf(date, text)).toBe(value);
  });
  test.each(['the sun is shining', 'I may have lost my parcel', 'tomorrow or on Friday', 'yes'])('does not fit %p', (text) => {
    expect(valueOf(date, text)).toBeUndefined();
  });
});

test.each([['3', 3], ['three', 3], ['1,200.50', 1200.5], ['12,50', 12.5], ['-4', -4], ['for 3 please', 3]])('a number is read from %p', (text, value) => {
  expect(valueOf(question('number'), text)).toBe(value);
});
test.each(['three or four', 'none of your business at 3', 'many'])('no number is read from %p', (text) => {
  expect(valueOf(question('number'), text)).toBeUndefined();
});

test.each([['the blue one', 'blue'], ['Red', 'red'], ['the second', 'blue'], ['2', 'blue']])('a choice is read from %p', (text, value) => {
  expect(valueOf(question('choice', { choices: ['red', 'blue'] }), text)).toBe(value);
});
test.each(['red or blue', 'green', '7', 'yes'])('no choice is read from %p', (text) => {
  expect(valueOf(question('choice', { choices: ['red', 'blue'] }), text)).toBeUndefined();
});
test('a choice or yes takes either', () => {
  const either = question('choice_or_yes_no', { choices: ['Josie', 'Midsommar'] });
  expect([valueOf(either, 'Josie'), valueOf(either, 'yes please'), valueOf(either, 'no')]).toEqual(['Josie', true, false]);
});

test.each([['in Swansea', 'Swansea'], ['to the living room', 'living room'], ['San Leandro', 'San Leandro']])('a place is read from %p', (text, value) => {
  expect(valueOf(question('location'), text)).toBe(value);
});
test.each(['where is my order', 'any luck?', 'thanks', 'yes', 'I would rather tell you about my summer holidays there'])('no place is read from %p', (text) => {
  expect(valueOf(question('location'), text)).toBeUndefined();
});

test.each(['My teapot leaks', 'It says "stop" when I log in', 'file a complaint about the lid'])('free text takes %p as it stands', (text) => {
  expect(valueOf(question('freeform'), text, { ...none, intentId: 'create_ticket' })).toBe(text);
});
test.each(['any luck?', 'thanks', 'yes', 'hello', 'where is my order 1002?', '  ', '?'])('free text is not %p', (text) => {
  expect(valueOf(question('freeform'), text, { ...none, intentId: 'create_ticket' })).toBeUndefined();
});

test('no text breaks a fit check, and the same text always reads the same', () => {
  const kinds: Question['expectedType'][] = ['location', 'yes_no', 'date_time', 'number', 'choice', 'choice_or_yes_no', 'identifier', 'freeform'];
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...kinds), (text, kind) => {
      const asked = question(kind, { pattern: '\\d{4}', choices: ['red', 'blue'] });
      expect(JSON.stringify(valueOf(asked, text))).toEqual(JSON.stringify(valueOf(asked, text)));
    }),
  );
});
