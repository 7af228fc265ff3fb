import { dayIn } from '@arbiter/contracts';

const MONTHS = [
  ['january', 'jan', 'januar', 'jänner'],
  ['february', 'feb', 'februar'],
  ['march', 'mar', 'märz'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'jun', 'juni'],
  ['july', 'jul', 'juli'],
  ['august', 'aug'],
  ['september', 'sep', 'sept'],
  ['october', 'oct', 'oktober', 'okt'],
  ['november', 'nov'],
  ['december', 'dec', 'dezember', 'dez'],
];
const WEEKDAYS = [
  ['sunday', 'sonntag'],
  ['monday', 'montag'],
  ['tuesday', 'dienstag'],
  ['wednesday', 'mittwoch'],
  ['thursday', 'donnerstag'],
  ['friday', 'freitag'],
  ['saturday', 'samstag', 'sonnabend'],
];
const DAY_MILLISECONDS = 86_400_000;

const MONTH = `(?:${MONTHS.flat().join('|')})`;
const ORDINAL = '(?:st|nd|rd|th|\\.)?';
/** Each with the meaning of its groups: year, month, day. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/(\d{4})-(\d{2})-(\d{2})(?![\p{L}\p{N}])/iuy, 'ymd'],
  [/(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?![\p{L}\p{N}])/iuy, 'dmy'],
  [/(\d{1,2})\.(\d{1,2})\.(?![\p{L}\p{N}])/iuy, 'dm'],
  [/(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\p{L}\p{N}])/iuy, 'slashed'],
  [new RegExp(`(\\d{1,2})${ORDINAL}\\s(?:of\\s)?(${MONTH})\\.?,?\\s(\\d{4})(?![\\p{L}\\p{N}])`, 'iuy'), 'dmy'],
  [new RegExp(`(\\d{1,2})${ORDINAL}\\s(?:of\\s)?(${MONTH})(?![\\p{L}\\p{N}])`, 'iuy'), 'dm'],
  [new RegExp(`(${MONTH})\\.?\\s(\\d{1,2})${ORDINAL},?\\s(\\d{4})(?![\\p{L}\\p{N}])`, 'iuy'), 'mdy'],
  [new RegExp(`(${MONTH})\\.?\\s(\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}.,]*\\d|\\p{L})`, 'iuy'), 'md'],
];

/** A day at a place of a text: its length there, and its keys. */
export interface DateFound {
  readonly length: number;
  readonly keys: readonly string[];
}

export function dateAt(text: string, at: number): DateFound | null {
  for (const [form, order] of FORMS) {
    form.lastIndex = at;
    const match = form.exec(text);
    const keys = match && keysOf(match.slice(1), order);
    if (match && keys) return { length: match[0].length, keys };
  }
  return null;
}

function keysOf(groups: readonly string[], order: string): readonly string[] | null {
  if (order === 'slashed') return slashed(groups.map(Number) as [number, number, number]);
  const part = (name: string): string | undefined => groups[order.indexOf(name)];
  const [month, day] = [monthOf(part('m')!), Number(part('d'))];
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return order.includes('y') ? [dayKey(Number(part('y')), month, day)] : [`md:${two(month)}-${two(day)}`];
}

/** 3/4/2026 is a day in March and a day in April, so it is neither. */
function slashed([first, second, year]: [number, number, number]): readonly string[] | null {
  const [month, day] = first > 12 ? [second, first] : [first, second];
  const isClear = first > 12 || second > 12 || first === second;
  return isClear && month >= 1 && month <= 12 && day <= 31 ? [dayKey(year, month, day)] : null;
}

/** All keys of a day in a ground. */
export function keysOfDay(day: string): readonly string[] {
  return [`d:${day}`, `md:${day.slice(5)}`, `wd:${new Date(`${day}T00:00:00Z`).getUTCDay()}`];
}

export const weekdayOf = (word: string): number => WEEKDAYS.findIndex((names) => names.includes(word));

/** The day `days` after an instant, in the local time zone. */
export function dayAfter(instant: string, days: number, timeZone = 'UTC'): string {
  return new Date(Date.parse(`${dayIn(timeZone, instant)}T00:00:00Z`) + days * DAY_MILLISECONDS)
    .toISOString()
    .slice(0, 10);
}

/** A month is named, or counted from one. */
const monthOf = (text: string): number =>
  /^\d/u.test(text) ? Number(text) : MONTHS.findIndex((names) => names.includes(text.toLowerCase())) + 1;
const dayKey = (year: number, month: number, day: number): string => `d:${year}-${two(month)}-${two(day)}`;
const two = (value: number): string => String(value).padStart(2, '0');
