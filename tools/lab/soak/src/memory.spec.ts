import { tooLarge } from './memory';

it('a service that took more than it may at any time is named, with how much', () => {
  const memory = { router: { first: 150, max: 280, last: 200 }, executor: { first: 150, max: 281, last: 170 } };
  expect(tooLarge(memory)).toEqual(['executor 281 MiB']);
});

it('the one that holds the embedded model may take its size more', () => {
  const memory = {
    'provider-gateway': { first: 150, max: 380, last: 260 },
    'provider-gateway-2': { first: 150, max: 381, last: 260 },
  };
  expect(tooLarge(memory)).toEqual(['provider-gateway-2 381 MiB']);
});
