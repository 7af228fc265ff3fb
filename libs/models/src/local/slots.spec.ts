import type { IntentDefinition, SlotDefinition } from '@arbiter/contracts';
import { slotsIn } from './slots';

const slot = (
  name: string,
  expectedType: SlotDefinition['expectedType'],
  more: Partial<SlotDefinition> = {},
): SlotDefinition => ({
  name,
  expectedType,
  required: true,
  prompt: '?',
  ...more,
});
const intent = (
  slots: readonly SlotDefinition[],
  examples: readonly string[] = ['refund an order'],
): IntentDefinition => ({
  intent: 'i',
  description: '',
  template: 't',
  examples: [...examples],
  slots: [...slots],
});
const ORDER = intent([slot('order', 'identifier', { pattern: '^\\d{4}$', cues: ['order', '#'] })]);

describe('an identifier', () => {
  it.each([
    'refund order 1003',
    'Refund order #1003, please',
    'order no. 1003',
    'order number is 1003',
    "what about 1003's delivery",
    '1003',
    'refund (1003)',
    'order 1003, I paid 1299',
  ])('is found in "%s"', (text) => expect(slotsIn(text, ORDER)).toEqual({ order: '1003' }));

  it.each([
    ['none is said', 'refund my order'],
    ['the number is of another length', 'refund order 100300'],
    ['two are said alike', 'orders 1003 and 1004'],
    ['the one with a cue comes second', 'refund 1003 and track order 1004'],
    ['both have a cue', 'refund order 1003 and order 1004'],
  ])('stays open when %s', (_, text) => expect(slotsIn(text, ORDER)).toEqual({}));

  it('is not used for two slots', () => {
    const both = intent([
      slot('from', 'identifier', { pattern: '\\d{4}', cues: ['from'] }),
      slot('to', 'identifier', { pattern: '\\d{4}', cues: ['to'] }),
    ]);
    expect(slotsIn('move from 1003', both)).toEqual({ from: '1003' });
  });

  it('with a cue that is no plain word is taken literally', () => {
    expect(
      slotsIn('ref.(1003)', intent([slot('order', 'identifier', { pattern: '\\d{4}', cues: ['ref.('] })])),
    ).toEqual({ order: '1003' });
  });
});

describe('a number', () => {
  const count = intent([slot('count', 'number')]);
  it.each([
    ['three times 2', 2],
    ['-4 degrees', -4],
    ['for 49.90', 49.9],
    ['5,50 Euro', 5.5],
    ['1,200 pieces', 1200],
  ])('is read from "%s"', (text, value) => expect(slotsIn(text, count)).toEqual({ count: value }));
  it.each([
    ['refund 10 euros of order 1003', 10],
    ['order 1003: 7.50 EUR', 7.5],
    ['1003, 7,50 Euro', 7.5],
  ])('is never the number of the order: "%s"', (text, amount) =>
    expect(slotsIn(text, intent([...ORDER.slots, slot('amount', 'number')]))).toEqual({ order: '1003', amount }),
  );
  it('stays open when the order is the only number', () =>
    expect(slotsIn('a part of order 1003', intent([...ORDER.slots, slot('amount', 'number')]))).toEqual({
      order: '1003',
    }));
  it('stays open when the text has a word with digits only', () => expect(slotsIn('order A12', count)).toEqual({}));
});

describe('a choice', () => {
  const size = intent([slot('size', 'choice', { choices: ['small', 'extra large'] })]);
  it('is the one that is named as a whole', () =>
    expect(slotsIn('an Extra  Large one', size)).toEqual({ size: 'extra large' }));
  it.each(['smaller ones', 'small or extra large', 'any'])('stays open in "%s"', (text) =>
    expect(slotsIn(text, size)).toEqual({}),
  );
});

describe('free text', () => {
  const ticket = intent(
    [slot('summary', 'freeform')],
    ['open a ticket', 'open a ticket for me', 'open a support ticket: the zip is broken', 'I want to report a problem'],
  );
  it.each([
    ['what follows the trigger', 'Please open a ticket about my kettle', 'my kettle'],
    ['what follows an example up to its colon', 'open a support ticket because the lid leaks', 'the lid leaks'],
    ['what follows the longest trigger', 'open a ticket for me about the lid', 'the lid'],
    ['what follows a colon', 'Ticket: it hums', 'it hums'],
    [
      'the whole text when it is mostly its own',
      'My blender leaks oil since yesterday ',
      'My blender leaks oil since yesterday',
    ],
  ])('is %s', (_, text, summary) => expect(slotsIn(text, ticket)).toEqual({ summary }));

  it.each(['open a ticket', 'could you open a ticket please', 'I want to report a problem with it'])(
    'stays open in "%s"',
    (text) => expect(slotsIn(text, ticket)).toEqual({}),
  );

  it('follows a cue of its slot first', () => {
    expect(
      slotsIn(
        'open a ticket saying the lid is loose',
        intent([slot('summary', 'freeform', { cues: ['saying'] })], ['open a ticket']),
      ),
    ).toEqual({ summary: 'the lid is loose' });
  });
});

describe('dates, places and yes or no', () => {
  it('are left to the question that asks for them', () => {
    const slots = [slot('when', 'date_time'), slot('where', 'location'), slot('sure', 'yes_no')];
    expect(slotsIn('yes, tomorrow in Bremen', intent(slots))).toEqual({});
  });
});
