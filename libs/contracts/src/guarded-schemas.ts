import { PERSONAL_KEYWORD, ROLE_KEYWORD } from './artifacts/context';
import { compiledPattern } from './pattern';

/** Option of Ajv (`code.regExp`): patterns of artifacts' schemas are given only texts that they get through. */
export const PATTERN_ENGINE = Object.assign(
  (source: string) => {
    const { test } = compiledPattern(source);
    // Ajv keeps one matcher for each text that this gives.
    return { test, toString: () => source };
  },
  { code: 'compiledPattern' },
);

/** No value of any format is longer, but for data that is written out. */
const LONGEST_FORMATTED = 2_000;
const WRITTEN_OUT: ReadonlySet<string> = new Set(['byte', 'binary', 'password']);

type Check = (value: string) => boolean;

type KeywordDefinition = typeof PERSONAL_KEYWORD | typeof ROLE_KEYWORD;

interface Compiler {
  readonly formats: Record<string, unknown>;
  addFormat(name: string, format: { type: 'string'; validate: Check }): unknown;
  addKeyword(definition: KeywordDefinition): unknown;
}

/**
 * Gives a compiler of schemas the keywords of artifacts, and limits how long a text its formats read: some of them
 * (`url`) take a minute for 40 thousand characters.
 */
export function guardCompiler(compiler: Compiler): void {
  compiler.addKeyword(PERSONAL_KEYWORD);
  compiler.addKeyword(ROLE_KEYWORD);
  for (const [name, format] of Object.entries(compiler.formats)) {
    const check = checkOf(format);
    if (check && !WRITTEN_OUT.has(name))
      compiler.addFormat(name, {
        type: 'string',
        validate: (value) => value.length <= LONGEST_FORMATTED && check(value),
      });
  }
}

/** Of a format for texts; null of one for numbers, or of one that takes any text. */
function checkOf(format: unknown): Check | null {
  if (format instanceof RegExp) return (value) => format.test(value);
  if (typeof format === 'function') return format as Check;
  const { type, validate } = (format ?? {}) as { type?: string; validate?: unknown };
  return type === 'number' ? null : validate === undefined ? null : checkOf(validate);
}
