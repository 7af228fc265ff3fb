import { isUtf8Declared } from './charset';

it.each([
  [undefined, true],
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['application/json; charset="UTF-8"', true],
  ['application/json;charset=utf8', true],
  ['application/json; charset=us-ascii', true],
  ['application/json; charset=utf-16', false],
  ['application/json; charset=utf-16le', false],
  ['application/json; charset=iso-8859-1', false],
  ['application/json, application/json', false],
  ['nonsense', false],
])('a body of %p is in UTF-8: %p', (contentType, expected) => {
  expect(isUtf8Declared(contentType)).toBe(expected);
});
