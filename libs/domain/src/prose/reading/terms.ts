import { dateAt, dayAfter, weekdayOf } from './dates';
import { numberIn, numberNamed } from './numbers';
import { stemOf } from './stem';

/**
 * A piece of a text. A value has keys for its value, however it is written: `n:` a number, `i:` an identifier, `m:` an
 * amount, `d:`, `md:` and `wd:` a day, `h:` a time, `t:` a duration, `p:` a share, and `b:` for a bound of one of them;
 * a word has its stem as `w:`.
 */
export type Term =
  | { readonly kind: 'word'; readonly word: string; readonly key: string }
  | { readonly kind: 'value'; readonly keys: readonly string[]; readonly isToday?: boolean }
  | { readonly kind: 'break'; readonly mark: string };

/** The reader's language, time zone and day. */
export interface Reader {
  readonly language: string;
  readonly timeZone?: string | undefined;
  readonly now: string;
}

const FIGURE = '\\d+(?:[.,]\\d+)*';
const CURRENCY = '€|\\$|£|EUR(?:OS?)?|USD|GBP|CHF|euros?|dollars?|pounds?|Franken|[A-Z]{3}(?![\\p{L}])';
const UNITS: Readonly<Record<string, string>> = {
  sec: 'sek',
  second: 'sek',
  sekunde: 'sek',
  minute: 'min',
  hour: 'h',
  stunde: 'h',
  day: 'd',
  tag: 'd',
  werktag: 'wd',
  week: 'w',
  woche: 'w',
  month: 'mo',
  monat: 'mo',
  year: 'y',
  jahr: 'y',
};
const UNIT = `(?:business\\s|working\\s)?(${Object.keys(UNITS).join('|')})(?:e|n|en|s)?(?![\\p{L}])`;
const PRICED = new RegExp(`(?:(${CURRENCY})\\s?(${FIGURE})|(${FIGURE})\\s?(${CURRENCY}))(?![\\p{L}\\p{N}])`, 'uy');
const SHARE = new RegExp(`(${FIGURE})\\s?(?:%|percent(?!\\p{L})|prozent(?!\\p{L}))`, 'iuy');
const CLOCK = /(\d{1,2}):(\d{2})(?!\d)(?:\s?(?:uhr|h)(?!\p{L}))?/iuy;
const LASTING = new RegExp(
  `(${FIGURE}|\\p{L}+(?:-\\p{L}+)?)(?:\\s?(?:-|–|to|bis)\\s?(${FIGURE}|\\p{L}+))?\\s${UNIT}`,
  'iuy',
);
const AHEAD = /(?:in|vor)\s(\d+|\p{L}+)\s(?:days|tagen)(?!\p{L})|(\d+|\p{L}+)\sdays\sago(?!\p{L})/iuy;
const NAMED = /[\p{L}\p{N}][\p{L}\p{N}]*(?:[.,:/'_+-][\p{L}\p{N}]+)*/uy;
const WORD = /\p{L}+(?:'\p{L}+)*/uy;
const BREAK = /[,;:()–—\n!?.…]/u;
const DAYS_AHEAD: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: { today: 0, tomorrow: 1, yesterday: -1 },
  de: { heute: 0, morgen: 1, übermorgen: 2, gestern: -1, vorgestern: -2 },
};
const CURRENCIES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  $: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  '£': 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  franken: 'CHF',
};

/** A text as its pieces, in order. Whatever has a digit in it is a value. */
export function termsOf(text: string, reader: Reader): readonly Term[] {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[’‘´]/gu, "'")
    .replaceAll(/[\u00a0\u202f\u2009]/gu, ' ');
  const terms: Term[] = [];
  for (let at = 0; at < plain.length;) {
    const found = termAt(plain, at, reader);
    if (found !== null) terms.push(...found.terms);
    at += found?.length ?? 1;
  }
  return terms;
}

interface Found {
  readonly length: number;
  readonly terms: readonly Term[];
}

function termAt(text: string, at: number, reader: Reader): Found | null {
  const mark = text[at]!;
  if (BREAK.test(mark)) return { length: 1, terms: [{ kind: 'break', mark }] };
  if (!/[\p{L}\p{N}€$£]/u.test(mark)) return null;
  return (
    valueAt(text, at, reader) ??
    relativeDayAt(text, at, reader) ??
    lastingAt(text, at, reader) ??
    currencyAt(text, at, reader) ??
    namedAt(text, at, reader)
  );
}

function valueAt(text: string, at: number, { language }: Reader): Found | null {
  const date = dateAt(text, at);
  if (date) return { length: date.length, terms: [value(date.keys)] };
  const clock = matchAt(CLOCK, text, at);
  if (clock) return { length: clock[0].length, terms: [value([`h:${Number(clock[1])}:${clock[2]}`])] };
  const price = matchAt(PRICED, text, at);
  if (price) {
    const worth = numberIn((price[2] ?? price[3])!, language);
    const written = (price[1] ?? price[4])!;
    const currency = CURRENCIES[written.toLowerCase()] ?? written.slice(0, 3).toUpperCase();
    return { length: price[0].length, terms: [value([`m:${worth} ${currency}`])] };
  }
  const share = matchAt(SHARE, text, at);
  return share ? { length: share[0].length, terms: [value([`p:${numberIn(share[1]!, language)}`])] } : null;
}

function relativeDayAt(text: string, at: number, { language, now, timeZone }: Reader): Found | null {
  const ahead = matchAt(AHEAD, text, at);
  const count = ahead && countIn((ahead[1] ?? ahead[2])!, language);
  if (ahead && count !== null) {
    const isPast = ahead[2] !== undefined || /^vor/iu.test(ahead[0]);
    return { length: ahead[0].length, terms: [value([`d:${dayAfter(now, isPast ? -count! : count!, timeZone)}`])] };
  }
  const word = matchAt(WORD, text, at)?.[0];
  const named = word?.toLowerCase() ?? '';
  const days = DAYS_AHEAD[language]?.[named];
  const isGreeting = named === 'morgen' && /guten\s$/iu.test(text.slice(0, at));
  if (word === undefined || days === undefined || isGreeting) return null;
  const keys = [`d:${dayAfter(now, days, timeZone)}`];
  return { length: word.length, terms: [{ kind: 'value', keys, isToday: days === 0 }] };
}

function lastingAt(text: string, at: number, { language }: Reader): Found | null {
  const lasting = matchAt(LASTING, text, at);
  const unit = lasting && UNITS[lasting[3]!.toLowerCase()];
  const counts = lasting && [lasting[1]!, lasting[2] ?? lasting[1]!].map((written) => countIn(written, language));
  if (!lasting || !counts || counts.includes(null)) return null;
  const kind = /(?:business|working)\s/iu.test(lasting[0]) ? 'wd' : unit;
  return { length: lasting[0].length, terms: [value(counts.map((count) => `t:${count} ${kind}`))] };
}

/** A sign without a figure: "prices are in €". */
function currencyAt(text: string, at: number, { language }: Reader): Found | null {
  const sign = /[€$£]/u.exec(text[at]!)?.[0];
  return sign === undefined ? null : { length: 1, terms: [wordOf(CURRENCIES[sign]!.toLowerCase(), language)] };
}

function namedAt(text: string, at: number, { language }: Reader): Found | null {
  const named = matchAt(NAMED, text, at)![0];
  if (/\p{N}/u.test(named)) return { length: named.length, terms: [value([figureKey(named, language)])] };
  const joined = /^\p{L}+-\p{L}+/u.exec(named)?.[0] ?? '';
  const tens = numberNamed(joined.toLowerCase(), language);
  if (tens !== null) return { length: joined.length, terms: [value([`n:${tens}`])] };
  const word = matchAt(WORD, text, at)![0];
  const lower = word.toLowerCase();
  const count = numberNamed(lower, language);
  if (count !== null && !isPronoun(lower, text, at)) return { length: word.length, terms: [value([`n:${count}`])] };
  const weekday = weekdayOf(lower);
  if (weekday >= 0) return { length: word.length, terms: [value([`wd:${weekday}`])] };
  return { length: word.length, terms: wordsIn(lower).map((one) => wordOf(one, language)) };
}

const figureKey = (figure: string, language: string): string => {
  const number = numberIn(figure, language);
  return number === null ? `i:${figure.toLowerCase()}` : `n:${number}`;
};

/** "One" counts as a number, unless it is a pronoun: this one, one of them, one moment. */
const isPronoun = (word: string, text: string, at: number): boolean =>
  (word === 'one' || word === 'eins') &&
  (/^\p{L}+\s(?:moment|second|more|of|by|by one)(?!\p{L})/iu.test(text.slice(at)) ||
    /(?:this|that|which|another|the|any|no)\s$/iu.test(text.slice(0, at)));

const SHORTENED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^can't$|^cannot$/u, ['can', 'not']],
  [/^won't$/u, ['will', 'not']],
  [/^let's$/u, ['let', 'us']],
];
const ENDINGS: Readonly<Record<string, string>> = {
  "n't": 'not',
  "'ve": 'have',
  "'ll": 'will',
  "'re": 'are',
  "'m": 'am',
  "'d": 'would',
  "'s": 'is',
};

/** I've → I have, don't → do not. */
function wordsIn(word: string): readonly string[] {
  const whole = SHORTENED.find(([form]) => form.test(word))?.[1];
  if (whole) return whole;
  const ending = Object.keys(ENDINGS).find((one) => word.endsWith(one) && word.length > one.length);
  return ending === undefined ? [word] : [word.slice(0, -ending.length), ENDINGS[ending]!];
}

function matchAt(form: RegExp, text: string, at: number): RegExpExecArray | null {
  form.lastIndex = at;
  return form.exec(text);
}

const countIn = (written: string, language: string): number | null =>
  /^\d/u.test(written) ? numberIn(written, language) : numberNamed(written.toLowerCase(), language);
const value = (keys: readonly string[]): Term => ({ kind: 'value', keys });
const wordOf = (word: string, language: string): Term => ({
  kind: 'word',
  word,
  key: `w:${stemOf(word, language)}`,
});
