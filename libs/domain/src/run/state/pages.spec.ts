import { appended, lengthOf, type Pages } from './pages';

const upTo = (count: number): Pages<number> => {
  let pages: Pages<number> = [];
  for (let one = 0; one < count; one += 1) pages = appended(pages, one);
  return pages;
};

it.each([0, 1, 127, 128, 129, 1_000])('%i are kept in their order, and counted', (count) => {
  const pages = upTo(count);
  expect(pages.flat()).toEqual(Array.from({ length: count }, (_, place) => place));
  expect(lengthOf(pages)).toBe(count);
});

it('one more leaves the list before as it was, and copies none but its last page', () => {
  const before = upTo(200);
  const after = appended(before, 200);
  expect([lengthOf(before), lengthOf(after)]).toEqual([200, 201]);
  expect(after[0]).toBe(before[0]);
});
