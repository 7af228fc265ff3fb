import { runInNewContext } from 'node:vm';
import { byValue } from './faces';

/** As TypeScript compiles `export * from './all'; export { one } from './one'; export const own = 'own';` */
const FACE = `
var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    Object.defineProperty(o, k2, { enumerable: true, get: function() { return m[k]; } });
}) : (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    o[k2] = m[k];
}));
var __exportStar = (this && this.__exportStar) || function(m, exports) {
    for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p);
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.own = exports.one = void 0;
__exportStar(require("./all"), exports);
var one_1 = require("./one");
Object.defineProperty(exports, "one", { enumerable: true, get: function () { return one_1.one; } });
exports.own = 'own';
`;

/** How each name that the code exports is defined, given what it requires. */
function exported(code: string): Record<string, PropertyDescriptor> {
  const module = { exports: {} };
  const required: Record<string, object> = { './all': { first: 1, second: 2, default: 0 }, './one': { one: 'one' } };
  runInNewContext(code, { module, exports: module.exports, require: (path: string) => required[path] });
  return Object.getOwnPropertyDescriptors(module.exports);
}

it('hands on the value of each name, where TypeScript has a getter be called', () => {
  const before = exported(FACE);
  expect(before['first']!.get).toBeDefined();
  expect(before['one']!.get).toBeDefined();

  const after = exported(byValue(FACE)!);
  expect(Object.fromEntries(Object.entries(after).map(([name, { value }]) => [name, value as unknown]))).toEqual({
    first: 1,
    second: 2,
    one: 'one',
    own: 'own',
  });
});

it('leaves a file alone that hands on nothing', () => {
  expect(byValue(`const one_1 = require("./one"); exports.own = one_1.one;`)).toBeNull();
});
