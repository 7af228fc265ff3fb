import type { IntentDefinition } from './intent';
import { labelOf } from './label';

const slot = (name: string, sensitive = false) => ({
  name,
  expectedType: 'freeform' as const,
  required: true,
  prompt: '?',
  sensitive,
});
const intent = (changes: Partial<IntentDefinition>): readonly IntentDefinition[] => [
  {
    intent: 'refund_order',
    description: '',
    examples: [],
    template: 't',
    slots: [slot('orderNumber'), slot('secret', true)],
    ...changes,
  },
];

describe('the label of a topic', () => {
  it.each<[string, Partial<IntentDefinition>, Record<string, unknown>, string]>([
    ['names the slot', { label: 'Refund {orderNumber}' }, { orderNumber: '1004' }, 'Refund 1004'],
    ['leaves out what is not known', { label: 'Refund {orderNumber}' }, {}, 'Refund'],
    [
      'never says what is sensitive (CL-11)',
      { label: 'Refund {orderNumber} {secret}' },
      { orderNumber: '1004', secret: 'treasure' },
      'Refund 1004',
    ],
    ['says nothing of what is no slot', { label: 'Refund {constructor} {other}' }, { other: 'x' }, 'Refund'],
    ['cuts what is long', { label: '{orderNumber}' }, { orderNumber: 'x'.repeat(50) }, `${'x'.repeat(40)}…`],
    ['is the title where there is none', { title: 'your refund' }, {}, 'Your refund'],
    ['is the name where there is no title either', {}, {}, 'Refund order'],
  ])('%s', (_name, changes, values, label) => {
    expect(labelOf('refund_order', intent(changes), values)).toBe(label);
  });

  it('of an intent that is gone is its name', () => {
    expect(labelOf('old_wish', [])).toBe('Old wish');
  });
});
