import { tooLarge } from './memory';

it('a service that took more than it may at any time is named, with how much', () => {
  const memory = { router: { first: 150, max: 256, last: 200 }, executor: { first: 150, max: 257, last: 170 } };
  expect(tooLarge(memory)).toEqual(['executor 257 MiB']);
});
