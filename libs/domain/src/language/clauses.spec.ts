import { shopBundle } from '../fixtures/shop-bundle';
import { clausesOf } from './clauses';
import { heard } from './spelling';
import { tenantLanguage, type TenantLanguage } from './tenant-language';

const english = tenantLanguage(shopBundle);
const german = tenantLanguage({ ...shopBundle, copy: { ...shopBundle.copy, locale: 'de' } });

const read = (text: string, language: TenantLanguage = english) => {
  const utterance = heard(text, language);
  return clausesOf(utterance, language).map(
    ({ start, end, act, marks }) =>
      [
        utterance.tokens
          .slice(start, end)
          .map(({ word }) => word)
          .join(' '),
        act,
        [...marks].sort().join(' '),
      ] as const,
  );
};

test.each([
  ['refund order 1003', 'fragment'],
  ['I would like a refund', 'wish'],
  ['Could you please refund order 1003?', 'wish'],
  ['Can I get a refund?', 'permission'],
  ['Should I refund order 1003?', 'question'],
  ['Where is my order 1002?', 'question'],
  ['I got the refund yesterday', 'report'],
  ['The mug came broken', 'report'],
  ['Thanks for the refund', 'report'],
  ['thank you very much', 'courtesy'],
])('%p is a %s', (text, act) => {
  expect(read(text).map(([, found]) => found)).toEqual([act]);
});

test.each([
  ['Die Bestellung 1003 bitte stornieren', 'fragment'],
  ['Ich möchte mein Geld zurück', 'wish'],
  ['Können Sie die Bestellung 1003 erstatten?', 'wish'],
  ['Kann ich mein Geld zurückbekommen?', 'permission'],
  ['Soll ich die Bestellung 1003 erstatten?', 'question'],
  ['Die Tasse ist kaputt', 'report'],
])('in German %p is a %s', (text, act) => {
  expect(read(text, german).map(([, found]) => found)).toEqual([act]);
});

test.each([
  ['under no circumstances refund order 1003', 'negated'],
  ['an exchange instead of a refund', 'excluded'],
  ['refund order 1003?', 'asked'],
  ['maybe refund order 1003', 'hedged'],
  ['refund half of order 1003', 'partial'],
  ['refund order 1003 tomorrow', 'future'],
  ['just kidding', 'joking'],
])('%p is marked %s', (text, mark) => {
  expect(read(text)[0]![2].split(' ')).toContain(mark);
});

test('a condition reaches over its sentence and not into the next', () => {
  expect(read('If it is late, refund order 1003. Where is 1002?')).toMatchObject([
    ['if it is late', 'report', expect.stringContaining('conditional')],
    ['refund order 1003', 'fragment', 'conditional'],
    ['where is 1002', 'question', 'asked'],
  ]);
});

test('the words of a quoted speaker are reported speech, before and behind the quoting clause', () => {
  expect(read('My wife said: refund order 1003')[1]![2]).toContain('reported');
  expect(read('refund order 1003, he said')[0]![2]).toContain('reported');
});

test('words in quotation marks are mentioned, not said', () => {
  expect(read('the button says "refund order 1003"')[0]![2]).toContain('quoted');
});

test('the words after the closing of a letter are a name', () => {
  expect(read('refund order 1003. Best regards, Ada Adler').map(([words]) => words)).toEqual(['refund order 1003']);
});

test('spellings of chats, other digits and small slips are read as what they stand for', () => {
  const words = (text: string) =>
    heard(text, english).tokens.map(({ word, isGuessed }) => (isGuessed ? `${word}~` : word));
  expect(words('plz refnd oder １００３')).toEqual(['please', 'refund~', 'order~', '1003']);
  expect(words('yesss')).toEqual(['yes']);
  expect(words('١٠٠٣')).toEqual(['1003']);
});
