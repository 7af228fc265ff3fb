import { keptFormats } from './intl-formats';

/**
 * How a value is written in a sentence, in the language of the sentence; a closed list:
 * - `{total:money.EUR}`, `{total:money.currency}`: an amount with its currency, or with the one its sibling field holds
 * - `{eta:date}`: a day, from a date or an instant
 * - `{expiresAt:time}`: a time of day, from an instant, where the copy's time zone is
 * - `{status:words.order_status}`: a code, by the family of words in the copy; the words may have places of their own
 * - `{orders:count.orders_found}`: a list or a number, by a family with `none`, `one` and `many`
 * - `{orders:lines.order_line}`: a list, a line an item, each by the sentence named; its places are the item's fields
 */
export const FORMATTERS = ['money', 'date', 'time', 'words', 'count', 'lines'] as const;
export type Formatter = (typeof FORMATTERS)[number];
/** The formatters that need an argument after the dot. */
export const FORMATTERS_WITH_ARGUMENT: readonly string[] = ['money', 'words', 'count', 'lines'];

interface FormatOptions {
  readonly locale: string;
  /** an IANA name; UTC when left out */
  readonly timeZone?: string;
}
/** Null when the value cannot be written so. `sibling` is the field named by the argument. */
type Writer = (value: unknown, options: FormatOptions, argument: string, sibling: unknown) => string | null;

const CURRENCY = /^[A-Z]{3}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** English is used for a language that Intl does not know; otherwise Intl would use the machine's own. */
const known = (locale: string): string[] => [locale, 'en'];

/** The spaces of Intl differ from one version of its data to the next. */
const plainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ');

export const isCurrency = (text: unknown): text is string => typeof text === 'string' && CURRENCY.test(text);

const digitsOf = keptFormats(
  (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
);
const amountIn = keptFormats((locale: string, currency: string) => {
  const digits = digitsOf(currency);
  return new Intl.NumberFormat(known(locale), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    numberingSystem: 'latn',
  });
});
const dayIn = keptFormats(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(known(locale), {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone,
    }),
);
const timeIn = keptFormats(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(known(locale), {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      numberingSystem: 'latn',
      timeZone,
    }),
);

const money: Writer = (value, { locale }, argument, sibling) => {
  const currency = isCurrency(argument) ? argument : sibling;
  if (typeof value !== 'number' || !Number.isFinite(value) || !isCurrency(currency)) return null;
  return `${plainSpaces(amountIn(locale, currency).format(value))} ${currency}`;
};

/** A day is the same day everywhere; an instant falls on one where the copy is at home. */
const date: Writer = (value, { locale, timeZone = 'UTC' }) => {
  const instant = instantOf(value);
  if (instant === null) return null;
  const zone = DAY.test(String(value)) ? 'UTC' : timeZone;
  return plainSpaces(dayIn(locale, zone).format(instant));
};

const time: Writer = (value, { locale, timeZone = 'UTC' }) => {
  const instant = instantOf(value);
  return instant === null ? null : plainSpaces(timeIn(locale, timeZone).format(instant));
};

function instantOf(value: unknown): number | null {
  const instant = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(instant) ? null : instant;
}

export const WRITERS = { money, date, time } as const satisfies Partial<Record<Formatter, Writer>>;
