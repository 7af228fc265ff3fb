import type { IntentDefinition, SlotDefinition } from '@arbiter/contracts';
import type { Understanding } from './purposes/intent-prompt';
import { checkUnderstanding } from './valid-understanding';

const slot = (
  name: string,
  expectedType: SlotDefinition['expectedType'],
  more: Partial<SlotDefinition> = {},
): SlotDefinition => ({
  name,
  expectedType,
  required: false,
  prompt: '?',
  ...more,
});
const ORDER: IntentDefinition = {
  intent: 'order',
  description: '',
  examples: [],
  template: 't',
  slots: [
    slot('number', 'identifier', { pattern: '\\d{4}' }),
    slot('count', 'number'),
    slot('size', 'choice', { choices: ['S', 'M'] }),
    slot('gift', 'yes_no'),
    slot('wrap', 'choice_or_yes_no', { choices: ['red'] }),
    slot('note', 'freeform'),
  ],
};
const check = (changes: Partial<Understanding>) =>
  checkUnderstanding(
    { intentId: 'order', confidence: 0.9, slots: {}, ...changes },
    { text: '', intents: [ORDER], eligible: ['order', 'ghost'] },
  );

describe('a proposal', () => {
  it('with values of the slots own types is taken', () => {
    check({ slots: { number: '1002', count: 2, size: 'M', gift: true, wrap: 'red', note: 'hello' } });
    check({ intentId: null, slots: {} });
  });

  it.each<[string, Partial<Understanding>, RegExp]>([
    ['a confidence above one', { confidence: 1.1 }, /confidence is no number from 0 to 1/],
    ['a confidence that is no number', { confidence: Number.NaN }, /confidence/],
    ['an intent that is not eligible', { intentId: 'refund' }, /intentId is none of the eligible intents/],
    ['an intent that does not exist', { intentId: 'ghost' }, /intentId/],
    ['a slot the intent does not have', { slots: { amount: 1 } }, /slots.amount is no slot of order/],
    ['an identifier of another pattern', { slots: { number: '12' } }, /slots.number is no identifier/],
    ['an identifier that is a number', { slots: { number: 1002 } }, /slots.number/],
    ['a number that is a text', { slots: { count: '2' } }, /slots.count is no number/],
    ['a choice there is not', { slots: { size: 'XL' } }, /slots.size is no choice/],
    ['a yes that is a text', { slots: { gift: 'yes' } }, /slots.gift is no yes_no/],
    ['a free text that is a list', { slots: { note: [] } }, /slots.note is no freeform/],
  ])('with %s is refused, naming the property', (_, changes, reason) => {
    expect(() => check(changes)).toThrow(reason);
  });

  it('that is refused is not quoted', () => {
    expect(() => check({ slots: { number: 'Jane Roe' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('Jane') as string }),
    );
  });
});
