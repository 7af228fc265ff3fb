import { calculated } from './arithmetic';

test.each([
  ['155.33 - 147.05 + 268.77 - 235.13', '41.92'],
  ['2 + 3 * (4 - 1) / 2', '6.5'],
  ['-(1 + 2)', '-3.0'],
  ['10 - 2 - 3', '5.0'],
])('%s is %s', (expression, value) => {
  expect(calculated(expression)).toBe(value);
});

test.each(['', '1 +', '(1', '1)', '1 / 0', 'process.exit()', '1 2'])('"%s" is refused', (expression) => {
  expect(() => calculated(expression)).toThrow('Invalid expression');
});
