import type { Plugin } from 'rolldown';
import { OWN_CODE } from './own-code';

/** The code that TypeScript makes of `export * from` and `export { one } from`. */
const HANDS_ON = /__exportStar\(require\(|enumerable: true, get: function \(\) \{ return \w+\.\w+; \}/;

/**
 * A file that re-exports others does so by value. TypeScript has each use of a re-exported name call a getter, for
 * files that import each other, of which there are none here. An object whose names were defined one by one is also
 * slow in V8, where a copy is not (0059).
 */
export const FACES: Plugin = {
  name: 'faces',
  transform: (code, id) => (OWN_CODE.test(id) ? byValue(code) : null),
};

/** Null where nothing is handed on. */
export const byValue = (code: string): string | null =>
  HANDS_ON.test(code) ? `${code}\nmodule.exports = { ...exports };\n` : null;
