import type { Question } from '@arbiter/contracts';
import fc from 'fast-check';
import { shopBundle } from '../../../fixtures/shop-bundle';
import { tenantLanguage } from '../../../language/tenant-language';
import { utteranceOf } from '../../../language/utterance';
import { fit } from './fit';
import type { Stakes } from './yes-no';

const language = tenantLanguage(shopBundle);
const now = '2026-03-02T10:00:00.000Z';
const none: Stakes = { level: 'none', intentId: null, slots: {} };
const question = (expectedType: Question['expectedType'], more: Partial<Question> = {}): Question => ({
  key: 'it',
  expectedType,
  prompt: 'Which?',
  ...more,
});
const valueOf = (asked: Question, text: string, stakes = none) =>
  fit(asked, utteranceOf(text), { language, now, stakes })?.value;

describe('an identifier (RT-05)', () => {
  const order = question('identifier', { pattern: '^\\d{4}$', cues: ['order', 'number', '#'] });
  test.each([
    '1002',
    '#1002',
    "it's 1002",
    'order 1002 please',
    'My order number is 1002.',
    'sorry, 1002',
    '1002 I think',
    'no, 1002',
    '1002, thanks',
    'is it 1002 already',
    '1002 still',
  ])('is the answer in %p', (text) => {
    expect(valueOf(order, text)).toBe('1002');
  });
  test.each([
    '12',
    '10023',
    'the blue one',
    'where is my order 1002?',
    'refund 1002',
    'track 1002',
    '1002 or 1003',
    '1002 and also my toaster is broken',
    'yes',
    '',
    '???',
  ])('does not fit %p', (text) => {
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
  test.each([
    'yes',
    'Yes, please.',
    'ok',
    'go ahead',
    'sure, do it',
    'yes refund it',
    'Yes, refund order 1004',
    'that would be a yes',
  ])('%p approves', (text) => {
    expect(valueOf(asked, text, approval)).toBe(true);
  });
  test.each(['thanks', 'thanks, that would be all', 'that would be all thanks'])(
    '%p is no answer to an offer, whatever its buttons say',
    (text) => {
      const offered = question('yes_no', {
        prompt: 'Would you like me to loop in a human support agent?',
        choices: ['Yes, please', 'No, thanks'],
      });
      expect(valueOf(offered, text, { ...none, level: 'low' })).toBeUndefined();
    },
  );
  test.each(['no', 'No thanks', "don't", "don't do it", "I don't want that", 'no, reject it'])('%p rejects', (text) => {
    expect(valueOf(asked, text, approval)).toBe(false);
  });
  test.each([
    'yes and no',
    'yes, but only half of it',
    'not sure',
    'yes?',
    'maybe',
    "don't stop",
    'ok, where is my order 1002?',
    'ok, tell me more',
    'sure, refund order 1009',
    'I said so yesterday',
    'the yes button in your shop is broken and grey',
    '"yes", it says',
  ])('%p settles nothing where something hangs on it', (text) => {
    expect(valueOf(asked, text, approval)).toBeUndefined();
  });
  test.each([
    'Yes, that is right. What is the address?',
    'Yes please. Do you know if it takes long?',
    'Correct. Tell me how long it takes',
    'Yes it is.',
  ])('%p is a clear yes, whatever it asks besides', (text) => {
    expect(valueOf(asked, text, approval)).toBe(true);
  });
  test.each(['No, not right now', 'No, I would rather keep it', 'Nope, maybe another time'])(
    '%p is a clear no',
    (text) => {
      expect(valueOf(asked, text, approval)).toBe(false);
    },
  );
  test.each([
    'Great. What is the address?',
    'Fantastic.',
    'Yes. But only half of it',
    'Yes. Where is my order 1002?',
    'Yes, and refund order 1009 too',
    'Yes, make it 1009',
    'Yes. Where is my order?',
    'Yes, without the shipping',
    'ok. Tell me more',
    'Yes. Actually, wait',
  ])('%p approves nothing', (text) => {
    expect(valueOf(asked, text, approval)).not.toBe(true);
  });
  test.each(['That sounds nice', "I'd like that one", 'the red one sounds lovely', "Let's go with that", 'a red one'])(
    '%p takes an offer',
    (text) => {
      const offer = question('choice_or_yes_no', { prompt: 'How about a red one?' });
      expect(valueOf(offer, text, { level: 'low', intentId: 'order_status', slots: {} })).toBe(true);
    },
  );
  test.each(['Sounds nice. I want my money back', 'Yes, but where is my order 1002?', 'Cool, refund my order 1003'])(
    '%p asks for something else than what was offered',
    (text) => {
      const offer = question('choice_or_yes_no', { prompt: 'How about a red one?' });
      expect(valueOf(offer, text, { level: 'low', intentId: 'escalate', slots: {} })).toBeUndefined();
    },
  );
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
  test.each(['the sun is shining', 'I may have lost my parcel', 'tomorrow or on Friday', 'yes'])(
    'does not fit %p',
    (text) => {
      expect(valueOf(date, text)).toBeUndefined();
    },
  );
});

test.each([
  ['3', 3],
  ['three', 3],
  ['1,200.50', 1200.5],
  ['12,50', 12.5],
  ['-4', -4],
  ['for 3 please', 3],
])('a number is read from %p', (text, value) => {
  expect(valueOf(question('number'), text)).toBe(value);
});
test.each(['three or four', 'none of your business at 3', 'many'])('no number is read from %p', (text) => {
  expect(valueOf(question('number'), text)).toBeUndefined();
});

test.each([
  ['the blue one', 'blue'],
  ['Red', 'red'],
  ['the second', 'blue'],
  ['2', 'blue'],
])('a choice is read from %p', (text, value) => {
  expect(valueOf(question('choice', { choices: ['red', 'blue'] }), text)).toBe(value);
});
test.each([
  ['two', '2'],
  ['I would like 3 of them please', '3'],
  ['that one', undefined],
  ['the second one', '2'],
  ['a table for four', '4'],
])('a number among the choices is read from %p', (text, value) => {
  expect(valueOf(question('choice', { choices: ['1', '2', '3', '4'], prompt: 'How many at the table?' }), text)).toBe(
    value,
  );
});
test.each([
  ['the bedroom please', 'Bedroom speaker'],
  ['speaker', undefined],
])('a choice is named in part by %p', (text, value) => {
  expect(valueOf(question('choice', { choices: ['Bedroom speaker', 'Kitchen speaker'] }), text)).toBe(value);
});
test.each([
  ['half past seven in the evening', '2026-03-02T19:30'],
  ['a quarter to 2 in the afternoon', '2026-03-02T13:45'],
  ['10 past 11', '2026-03-02T11:10'],
  ['in the evening', undefined],
])('the time of day in %p is %p', (text, value) => {
  expect(valueOf(question('date_time'), text)).toBe(value);
});
test.each(['red or blue', 'green', '7', 'yes'])('no choice is read from %p', (text) => {
  expect(valueOf(question('choice', { choices: ['red', 'blue'] }), text)).toBeUndefined();
});
test('a choice or yes takes either', () => {
  const either = question('choice_or_yes_no', { choices: ['Josie', 'Midsommar'] });
  expect([valueOf(either, 'Josie'), valueOf(either, 'yes please'), valueOf(either, 'no')]).toEqual([
    'Josie',
    true,
    false,
  ]);
});

test.each([
  ['in Swansea', 'Swansea'],
  ['to the living room', 'living room'],
  ['San Leandro', 'San Leandro'],
])('a place is read from %p', (text, value) => {
  expect(valueOf(question('location'), text)).toBe(value);
});
test.each([
  'where is my order',
  'any luck?',
  'thanks',
  'yes',
  'I would rather tell you about my summer holidays there',
])('no place is read from %p', (text) => {
  expect(valueOf(question('location'), text)).toBeUndefined();
});

test.each(['My teapot leaks', 'It says "stop" when I log in', 'file a complaint about the lid'])(
  'free text takes %p as it stands',
  (text) => {
    expect(valueOf(question('freeform'), text, { ...none, intentId: 'create_ticket' })).toBe(text);
  },
);
test.each([
  'any luck?',
  'thanks',
  'yes',
  'hello',
  'where is my order 1002?',
  '  ',
  '?',
  'what do you mean?',
  'How long will that take? And why?',
  'wait a moment',
  'one moment please',
  'let me think',
  '1002',
  'number 12, please',
  'thanks for your help so far',
])('free text is not %p', (text) => {
  expect(valueOf(question('freeform'), text, { ...none, intentId: 'create_ticket' })).toBeUndefined();
});

test('no text breaks a fit check, and the same text always reads the same', () => {
  const kinds: Question['expectedType'][] = [
    'location',
    'yes_no',
    'date_time',
    'number',
    'choice',
    'choice_or_yes_no',
    'identifier',
    'freeform',
  ];
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...kinds), (text, kind) => {
      const asked = question(kind, { pattern: '\\d{4}', choices: ['red', 'blue'] });
      expect(JSON.stringify(valueOf(asked, text))).toEqual(JSON.stringify(valueOf(asked, text)));
    }),
  );
});
