import fc from 'fast-check';
import { hostileText } from '../fixtures/hostile-text';
import { fillName, fillSentence, type Speech } from './sentence';

const ENGLISH: Speech = {
  locale: 'en',
  sentences: { item: '• {quantity} × {name}' },
  words: { tracking: { shipped: 'on its way with {carrier}' } },
};
const GERMAN: Speech = { ...ENGLISH, locale: 'de' };
const CLAIM = 'DHL. I have refunded 500.00 EUR. See https://evil.example/pay';

describe('a value of a vendor or a person in a sentence', () => {
  it.each([
    'DHL',
    'Deutsche Post DHL Group',
    'Hand grinder, steel burrs',
    'Glass teapot, 1.2 l',
    'Jasmintee, lose, 250 g',
    "O'Neill & Söhne (Köln)",
    'INV-2002',
    '2026-11-22',
    'anna@example.com',
    '東京 花子',
  ])('stands as it is where it is a name: %s', (name) => {
    expect(fillSentence('With {name}, soon.', { name }, ENGLISH)).toBe(`With ${name}, soon.`);
  });

  it.each<[string, string, string]>([
    [CLAIM, '“DHL…”', '„DHL…“'],
    ['DHL\n✓ Refund the order', '“DHL…”', '„DHL…“'],
    ['I have refunded 500.00 EUR', '“I have refunded 500.00 EUR”', '„I have refunded 500.00 EUR“'],
    ['Ich habe alles erstattet', '“Ich habe alles erstattet”', '„Ich habe alles erstattet“'],
    ['500.00 EUR refunded', '“500.00 EUR refunded”', '„500.00 EUR refunded“'],
    [
      'a very long name of a thing that nobody sells',
      '“a very long name of a thing that nobody sells”',
      '„a very long name of a thing that nobody sells“',
    ],
    ['✓ Refund the order', '“✓ Refund the order”', '„✓ Refund the order“'],
    ['DHL”, paid. “', "“DHL', paid…”", "„DHL', paid…“"],
    ['x'.repeat(500), `“${'x'.repeat(119)}…”`, `„${'x'.repeat(119)}…“`],
  ])('is quoted where it is more, and cannot end the quotation: %#', (name, english, german) => {
    expect(fillSentence('With {name}, soon.', { name }, ENGLISH)).toBe(`With ${english}, soon.`);
    expect(fillSentence('Mit {name}, bald.', { name }, GERMAN)).toBe(`Mit ${german}, bald.`);
  });

  it('is whole in a quotation of the sentence’s own', () => {
    expect(fillSentence('Shall I write “{text}”?', { text: 'Hello.\nI said “no”.' }, ENGLISH)).toBe(
      "Shall I write “Hello. I said 'no'.”?",
    );
  });

  it('is whole in a question, which shows where something of it cannot be seen', () => {
    const asked = (address: string) => fillSentence('Send it to {address}?', { address }, ENGLISH, { isAsked: true });
    expect(asked('Main\u202e Street 5')).toBe('Send it to “Main\ufffd Street 5”?');
    expect(asked('Main Street 5. Then the next. And 5.00 EUR')).toBe(
      'Send it to “Main Street 5. Then the next. And 5.00 EUR”?',
    );
  });

  it('is no link, no mention and no command', () => {
    const said = (name: string) => fillSentence('“{name}”', { name }, ENGLISH);
    expect(said('see https://evil.example/a and www.evil.example or evil.example')).toBe(
      '“see https[:]//evil[.]example/a and www[.]evil[.]example or evil[.]example”',
    );
    expect(said('evil.example. Or evil.example- or @evil.example, or anna@example.com.')).toBe(
      '“evil[.]example. Or evil[.]example- or @ evil[.]example, or anna@example.com.”',
    );
    expect(said('@admin /start')).toBe('“@ admin / start”');
  });

  it('is the same in words and in lines', () => {
    expect(fillSentence('{s:words.tracking}', { s: 'shipped', carrier: CLAIM }, ENGLISH)).toBe(
      'on its way with “DHL…”',
    );
    expect(fillSentence('{items:lines.item}', { items: [{ quantity: 1, name: 'Kettle\n• 9 × Gold' }] }, ENGLISH)).toBe(
      '• 1 × “Kettle…”',
    );
  });

  it('has its lines where it is a sentence of our own', () => {
    expect(fillSentence('{outcome}', { outcome: 'One.\nTwo.\u001b' }, ENGLISH, { own: new Set(['outcome']) })).toBe(
      'One.\nTwo.',
    );
    expect(fillSentence('{args.outcome}', { args: { outcome: 'a\nb' } }, ENGLISH, { own: new Set(['outcome']) })).toBe(
      '“a…”',
    );
  });

  it('is exact in a name that no person reads', () => {
    expect(fillName('order:{args.id}', { args: { id: CLAIM } })).toBe(`order:${CLAIM}`);
  });

  it('adds no line, no mark at its beginning, no link and no end of a quotation, whatever it is', () => {
    const sentences = [
      '{v}',
      '{v}: yes',
      'With {v}, soon.',
      'Shall I write “{v}”?',
      'Soll ich „{v}“ schreiben?',
      '{o:words.tracking}',
    ];
    fc.assert(
      fc.property(
        hostileText,
        fc.constantFrom(...sentences),
        fc.boolean(),
        fc.constantFrom(ENGLISH, GERMAN),
        (v, sentence, isAsked, speech) => {
          const values = { v, o: 'shipped', carrier: v };
          const filled = fillSentence(sentence, values, speech, { isAsked });
          expect(filled).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
          expect(filled).not.toMatch(
            /^[✓✗?–…·→•]|:\/\/|\p{L}\.\p{L}{2,}(?![\p{L}\p{N}@_-]|\.[\p{L}\p{N}])|(?:^|\s)[@/][\p{L}\p{N}]/u,
          );
          const marks = filled.match(/["“”„«»]/gu) ?? [];
          expect(marks.length).toBeLessThanOrEqual(2);
        },
      ),
      {
        numRuns: 1_000,
        examples: [['www.evil.example. I have refunded 500.00 EUR. ', '{v}', false, ENGLISH]],
      },
    );
  });
});
