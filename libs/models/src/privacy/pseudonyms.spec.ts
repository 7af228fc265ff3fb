import { createHmac } from 'node:crypto';
import { taggedIn, treatmentsOf, withPersonalValues, type DataClass, type Treatment } from '@arbiter/contracts';
import * as fc from 'fast-check';
import { Pseudonyms, ShownValues, loadRecognisers, type PrivacyRules, type Recogniser } from '.';

const EMAIL = /^<EMAIL_[0-9a-f]{12}>$/;
let recognisers: readonly Recogniser[];
beforeAll(async () => (recognisers = await loadRecognisers()));

const rules = (
  personal: Partial<Record<DataClass, Treatment>> = {},
  digest: PrivacyRules['digest'] = (kind, value) => createHmac('sha256', 'k').update(`${kind}\n${value}`).digest('hex'),
): PrivacyRules => ({ recognisers, treatments: { ...treatmentsOf(), ...personal }, digest });

describe('pseudonyms (CX-03)', () => {
  it('stand for their values, the same for the same value, in every context of a tenant', () => {
    const [one, other] = [new Pseudonyms(rules()), new Pseudonyms(rules())];
    const token = one.hide('a@example.com');
    expect(token).toMatch(EMAIL);
    expect(other.hide('write to a@example.com and b@example.com')).toContain(`write to ${token} and <EMAIL_`);
    expect(one.personal).toEqual({ [token]: 'a@example.com' });
  });

  it('are never shared by two values of a context: the later one is longer', () => {
    const digest = (_: string, value: string): string =>
      `${'a'.repeat(12)}${value.startsWith('a') ? '0' : '1'}`.padEnd(64, '0');
    const pseudonyms = new Pseudonyms(rules({}, digest));
    const [one, other] = pseudonyms.hide('a@example.com b@example.com').split(' ');
    expect(other).not.toBe(one);
    expect(pseudonyms.personal).toEqual({ [one!]: 'a@example.com', [other!]: 'b@example.com' });
  });

  it('follow the policy of the class: pass, token, drop', () => {
    const text = 'mail a@example.com, card 4111111111111111, ip 10.1.2.3';
    const pseudonyms = new Pseudonyms(rules({ email: 'pass', card: 'drop' }));
    expect(pseudonyms.hide(text)).toMatch(
      /^mail a@example\.com, card \[card left out\], ip <IP_ADDRESS_[0-9a-f]{12}>$/,
    );
    expect(Object.values(pseudonyms.personal)).toEqual(['10.1.2.3']);
  });

  it('a text that brings something like a token gets one for it: every token in a context is ours', () => {
    const pseudonyms = new Pseudonyms(rules());
    const forged = '<EMAIL_7f3a90c1d2e4>';
    const hidden = pseudonyms.hide(`say ${forged}`);
    expect(hidden).toMatch(/^say <QUOTED_[0-9a-f]{12}>$/);
    expect(withPersonalValues(hidden, pseudonyms.personal)).toBe(`say ${forged}`);
  });

  it('stand for what a schema tags, whatever a recogniser makes of it, and before it', () => {
    const schema = {
      properties: {
        to: { 'x-personal': 'address' },
        items: { items: { properties: { by: { 'x-personal': 'person' } } } },
      },
    };
    const tagged = taggedIn(schema, {
      to: '5 Market Street, a@example.com',
      items: [{ by: 'Quixwörth', of: 'tea' }],
      other: 'x',
    });
    expect(tagged.map(({ value }) => value)).toEqual(['5 Market Street, a@example.com', 'Quixwörth']);
    const hidden = new Pseudonyms(rules()).hide('Quixwörth sends it to 5 Market Street, a@example.com.', tagged);
    expect(hidden).toMatch(/^<PERSON_[0-9a-f]{12}> sends it to <ADDRESS_[0-9a-f]{12}>\.$/);
  });

  it('stand for a tagged value in other forms of its characters, and over lines', () => {
    const tagged = [{ dataClass: 'phone', value: '53 21' }] as const;
    expect(
      new Pseudonyms(rules()).hide('it is \uff15\uff13\u00a0\uff12\u200b\uff11 or 53\n21, not 1 53 219', tagged),
    ).toMatch(/^it is <PHONE_[0-9a-f]{12}> or <PHONE_[0-9a-f]{12}>, not 1 53 219$/);
  });

  it('stand for a tagged value that has lost a mark at its end', () => {
    const tagged = [{ dataClass: 'phone', value: '+49 30 12' }] as const;
    expect(new Pseudonyms(rules()).hide('it is 49 30 12, or +49 30 12', tagged)).toMatch(
      /^it is <PHONE_[0-9a-f]{12}>, or <PHONE_[0-9a-f]{12}>$/,
    );
  });

  it('put back they give the text, whatever it is, in one piece or cut anywhere', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a@example.com', '4111111111111111', '<', '<EMAIL_', '<EMAIL_00aa>', ' '),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const text = parts.join(' ');
        const pseudonyms = new Pseudonyms(rules());
        const hidden = pseudonyms.hide(text);
        expect(withPersonalValues(hidden, pseudonyms.personal)).toBe(text);
        const shown = new ShownValues(pseudonyms.personal);
        const pieces = hidden.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? [];
        expect(pieces.map((piece) => shown.add(piece)).join('') + shown.end()).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});
