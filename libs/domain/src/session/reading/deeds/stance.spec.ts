import { shopBundle } from '../../../fixtures/shop-bundle';
import { heard, tenantLanguage } from '../../../language';
import { partsOf } from './parts';
import { stanceTo } from './stance';

const NOW = '2026-03-02T10:00:00.000Z';
const language = tenantLanguage(shopBundle);
const refund = shopBundle.intents.find(({ intent }) => intent === 'refund_order')!;
const stance = (text: string) => stanceTo(refund, heard(text, language), language, NOW);
const parts = (text: string) => partsOf(heard(text, language), language);

describe('nothing unasked: a text plainly asks for a deed', () => {
  test.each([
    ['refund order 1003', { orderNumber: '1003' }],
    ['Hello, could you refund order 1003 for me please?', { orderNumber: '1003' }],
    ['REFUND 1003 NOW!!!', { orderNumber: '1003' }],
    ['It arrived broken. Please refund order 1003, thanks', { orderNumber: '1003' }],
    ['order 1003: refund please', { orderNumber: '1003' }],
    ['I want my money back', {}],
    ['I want you to refund order 1003', { orderNumber: '1003' }],
    ['I want order 1003 refunded', { orderNumber: '1003' }],
    ['refund order 1003 because I do not want it any more', { orderNumber: '1003' }],
    ['The lid does not close. Refund order 1003. I am sure. Thank you, Ada', { orderNumber: '1003' }],
  ])('%p', (text, slots) => {
    expect(stance(text)).toMatchObject({
      stance: 'asks',
      rule: 'plainly_asked_for',
      request: { extraction: { slots } },
    });
  });

  test.each([
    ['Under no circumstances refund order 1003', 'refuses'],
    ['refund order 1002? never!', 'refuses'],
    ["I don't want a refund", 'refuses'],
    ['I got the refund for order 1003, thanks!', 'tells'],
    ['Did you refund order 1003?', 'enquires'],
    ['The refund has not arrived', 'enquires'],
    ["I'd like an exchange for 1003 instead of a refund", 'wants_another'],
    ['Can I get a refund for order 1003?', 'unclear'],
    ['refund order 1003 if it is late', 'unclear'],
    ['refund only the mug of order 1003', 'unclear'],
    ['refund everything except 1003', 'unclear'],
    ['refund order 1003, I take that back', 'unclear'],
    ['refund 1003 or 1004', 'unclear'],
    ['refnd order 1003', 'unclear'],
    ['refund order 1003 to the moon', 'unclear'],
    ['refund the refund of 1003', 'unclear'],
    ['I want a refund of the refund for 1003', 'unclear'],
    ['With the refund of order 1003', 'unclear'],
    ['I want to pay back order 1003', 'unclear'],
    ['I need to refund order 1003', 'unclear'],
    ['refund order 1003. I will keep it.', 'unclear'],
    ['refund order 1003. I did it already.', 'unclear'],
    ['refund order 1003. When I say so.', 'unclear'],
    ['refund order 1003. It works now.', 'unclear'],
    ['refund order 1003. The lid is not broken.', 'unclear'],
    ['refund order 1003. What do you mean?', 'unclear'],
    ['refund order 1003. Thank you, later', 'refuses'],
    ['refund order 1003, just kidding', 'refuses'],
    ['refund order 1003. No wait, do not.', 'refuses'],
    ['refund order 1003, absolutely not', 'refuses'],
    ['Under no circumstances, and I really mean that, refund order 1003', 'refuses'],
    ['refund order 1003 lol', 'unclear'],
    ['refund 1004 instead of 1003', 'unclear'],
    ['"refund order 1003"', 'unclear'],
    ['the button "refund order 1003" is broken', 'wants_another'],
    ['> refund order 1003', 'wants_another'],
    ['What happens if you refund order 1003?', 'enquires'],
    ['Tell me how to refund order 1003', 'enquires'],
    ['anything but a refund for order 1003', 'wants_another'],
    [`refund order 1003 ${'because it came late and broken '.repeat(30)}`, 'unclear'],
  ])('and %p does not: it %s', (text, expected) => {
    expect(stance(text).stance).toBe(expected);
  });
});

test('a request is made of whole examples: words of two of them together are none', () => {
  const examples = ['refund order 1003', 'Reverse the payment of order 1301'];
  const taught = tenantLanguage({
    ...shopBundle,
    intents: shopBundle.intents.map((intent) => (intent === refund ? { ...refund, examples } : intent)),
  });
  const intent = taught.intents.find((one) => one.intent === 'refund_order')!;
  const stanceOf = (text: string) => stanceTo(intent, heard(text, taught), taught, NOW).stance;
  expect([stanceOf('reverse the payment of order 1003'), stanceOf('reverse refund 1003')]).toEqual(['asks', 'unclear']);
});

test('the text of a ticket is no request', () => {
  expect(stance('Open a support ticket: refund order 1003').request).toBeNull();
});

describe('several things in one message', () => {
  test.each([
    ["refund order 1003 and where's my order 1002?", ['refund order 1003', "and where's my order 1002?"]],
    ['refund 1003 and 1004', ['refund 1003', 'refund 1004']],
    ['Where is my order 1001? Refund order 1003', ['Where is my order 1001?', 'Refund order 1003']],
    ['Two things: refund order 1003 and where is order 1002?', ['refund order 1003', 'and where is order 1002?']],
    ['Where is order 1002, and juggle for us', ['Where is order 1002', 'and juggle for us']],
    ['yes, and where is order 1002?', ['and where is order 1002?']],
  ])('%p is %j', (text, expected) => {
    expect(parts(text)).toEqual(expected);
  });

  test.each([
    'If it is late, refund order 1003 and tell me where 1002 is',
    'refund 1003 or 1004',
    'refund order 1003 and where is 1002? No refund!',
    'Where is my order 1002?',
  ])('%p is taken as a whole', (text) => {
    expect(parts(text)).toEqual([text]);
  });
});
