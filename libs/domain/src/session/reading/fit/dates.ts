import type { ParsedComponents } from 'chrono-node';
import { wallClockIn } from '@arbiter/contracts';
import type { Language } from '../../../language';
import type { TenantLanguage } from '../../../language/tenant-language';
import type { Utterance } from '../../../language/utterance';
import type { Found } from './found';

/** Beyond this a text is no answer to a question for a date. */
const LONGEST = 500;

/** "in the evening" alone is neither a day nor a time. */
const CERTAIN = ['day', 'weekday', 'month', 'hour'] as const;

/**
 * Every date or time in the text, seen from `now` (ISO 8601) where the tenant is: `2026-03-01`, or with its hour
 * `2026-03-01T19:00`.
 */
export function datesIn(
  utterance: Utterance,
  { words: language, timeZone }: Pick<TenantLanguage, 'words' | 'timeZone'>,
  now: string,
): readonly Found[] {
  if (utterance.text.length > LONGEST) return [];
  const results = language.dates.parse(utterance.text, clockOf(timeZone, now), { forwardDate: true });
  return results
    .filter(({ start }) => CERTAIN.some((part) => start.isCertain(part)))
    .flatMap((result) => {
      const end = result.index + result.text.length;
      const inside = utterance.tokens.flatMap((token, index) =>
        token.start >= result.index && token.end <= end ? [index] : [],
      );
      const [first] = inside;
      return first === undefined ||
        isLength(
          inside.map((index) => utterance.tokens[index]?.word ?? ''),
          language,
        )
        ? []
        : [{ value: written(result.start), index: first, end: (inside.at(-1) ?? first) + 1 }];
    });
}

/** "7 days" and "for a week" are no day: they say how long. */
function isLength(said: readonly string[], { numbers, grammar: { lasting, indefinite } }: Language): boolean {
  const isCounted = (word: string) =>
    lasting.has(word) || indefinite.has(word) || numbers.has(word) || /^\p{N}+$/u.test(word);
  return lasting.has(said.at(-1) ?? '') && said.every(isCounted);
}

/**
 * The parser counts on the machine's own clock face; it is given one that shows the tenant's time, so that all machines
 * read alike. Only where the machine's zone skips an hour could that hour be read differently: services run in UTC.
 */
function clockOf(timeZone: string, now: string): Date {
  const { year, month, day, hour, minute, second } = wallClockIn(timeZone, now);
  return new Date(year, month - 1, day, hour, minute, second);
}

function written(date: ParsedComponents): string {
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute', length: number) =>
    String(date.get(name) ?? 0).padStart(length, '0');
  const day = `${part('year', 4)}-${part('month', 2)}-${part('day', 2)}`;
  return date.isCertain('hour') ? `${day}T${part('hour', 2)}:${part('minute', 2)}` : day;
}
