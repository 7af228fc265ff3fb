import { isQuotedIn } from './quoted';

const excerpt = 'You have 30 days.\nWe pay the way back.';

it.each([
  ['You have 30 days. We pay the way back.', true],
  ['As the shop says: You have 30 days. We pay\nthe way back. Anything else?', true],
  ['You have 30 days.', false],
  ['It is on its way.', false],
])('a passage that the reply says whole is not shown once more: %j', (reply, expected) => {
  expect(isQuotedIn(reply, { excerpt })).toBe(expected);
});
