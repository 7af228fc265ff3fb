import { tooLarge } from './memory';

it('a service that took more than it may at any time is named, with how much', () => {
  const memory = { router: { first: 150, max: 280, last: 200 }, executor: { first: 150, max: 281, last: 170 } };
  expect(tooLarge(memory)).toEqual(['executor 281 MiB']);
});
