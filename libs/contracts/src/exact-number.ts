const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/;
/** The most digits that the engine writes of a number. */
const MOST_DIGITS = 100;

interface Decimal {
  readonly sign: string;
  /** without zeros at either end; empty for zero */
  readonly digits: string;
  /** of the last digit */
  readonly exponent: number;
}

/**
 * Whether a number in decimal is still itself after it was a double: it is written back with the same value, or is a
 * fraction that has the first digits of its double (0.10000000000000001 as 0.1).
 */
export function isExactNumber(text: string): boolean {
  const written = decimalOf(text);
  const value = Number(text);
  if (written === null || !Number.isFinite(value)) return false;
  if (isSame(written, decimalOf(String(value)))) return true;
  const { digits, exponent } = written;
  return exponent < 0 && digits.length <= MOST_DIGITS && isSame(written, decimalOf(value.toPrecision(digits.length)));
}

/** The text of a number that a double would change: what stands in the place of one that was read from JSON. */
export const isInexactNumber = (value: unknown): value is string =>
  typeof value === 'string' && NUMBER.test(value) && !isExactNumber(value);

/** Completes the sentence that says what a value must be, where the value stands for a number that cannot be kept. */
export const hintOfNumber = (value: unknown): string =>
  isInexactNumber(value) ? ': a number of so many digits cannot be kept as one; let a text stand there' : '';

function decimalOf(text: string): Decimal | null {
  const [match, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? [];
  if (match === undefined) return null;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end -= 1;
  if (end === 0) return { sign: '', digits: '', exponent: 0 };
  return { sign, digits: digits.slice(0, end), exponent: Number(power) - fraction.length + digits.length - end };
}

const isSame = (one: Decimal, other: Decimal | null): boolean =>
  one.sign === other?.sign && one.digits === other.digits && one.exponent === other.exponent;
