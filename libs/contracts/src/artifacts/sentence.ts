import type { Values } from '../vocabulary';
import type { CopyDefinition } from './copy';
import { oneLine, safeLines } from '../safe-text';
import { WRITERS, type Formatter } from './formatters';
import { quotedData, withoutLinks } from './quoted-data';
import { valueAt } from './value-at';

/** Replaces a value that is missing, or that its formatter cannot write. */
const NOTHING = '—';
/** Words may hold lines, and lines words; this deep and no deeper. */
export const DEEPEST_SENTENCE = 4;
/** A longer list is cut: a message is not a report. */
const MOST_LINES = 20;

/** One place of a sentence that is filled in: `{total:money.currency}` reads `total`, and `money` writes it. */
export interface Place {
  readonly path: readonly string[];
  /** null: the value is used as it is */
  readonly formatter: string | null;
  /** a currency or its field, a family of words, or the sentence of a line */
  readonly argument: string | null;
}

/** The parts of the copy that fill in a sentence. */
export type Speech = Pick<CopyDefinition, 'locale' | 'timeZone' | 'sentences' | 'words'>;

const PLACE = /\{([^{}]*)\}/g;
const PARTS = /^(?<path>\w+(?:\.\w+)*)(?::(?<formatter>\w+)(?:\.(?<argument>\w+))?)?$/;

/** Null when the text between the braces is no placeholder. */
export function placeOf(text: string): Place | null {
  const { path, formatter = null, argument = null } = PARTS.exec(text)?.groups ?? {};
  return path === undefined ? null : { path: path.split('.'), formatter, argument };
}

const WITHOUT_COPY: Speech = { locale: 'en', sentences: {} };

/** How values are put into a sentence. */
export interface Manner {
  /** the names of values that are sentences of our own, which may have lines */
  readonly own?: ReadonlySet<string>;
  /** an answer agrees to the values: all of each is shown */
  readonly isAsked?: boolean;
}

interface Filling extends Manner {
  readonly speech: Speech;
  readonly depth: number;
}

/**
 * Fills in the placeholders of a sentence (CL-12) that a person reads. A value is data (0158): it adds no line, no link
 * and no sentence of its own, and braces inside it mean nothing. One that is missing, or that the formatter cannot
 * write, becomes a dash: a vendor's own words never slip through.
 */
export const fillSentence = (
  sentence: string,
  values: Values,
  speech: Speech = WITHOUT_COPY,
  manner: Manner = {},
): string => filled(sentence, values, { ...manner, speech, depth: DEEPEST_SENTENCE });

/** The same for a name that no person reads: the values as they are, so that different ones have different names. */
export const fillName = (name: string, values: Values): string =>
  name.replace(PLACE, (_, text: string) => {
    const place = placeOf(text);
    return (place && plain(valueAt(values, place.path), String)) ?? NOTHING;
  });

function filled(sentence: string, values: Values, filling: Filling): string {
  return sentence.replace(PLACE, (match, text: string, offset: number) => {
    const place = placeOf(text);
    if (place === null || filling.depth === 0) return NOTHING;
    const around = { before: sentence.slice(0, offset), after: sentence.slice(offset + match.length) };
    return (
      (place.formatter === null ? said(place, values, around, filling) : written(place, values, filling)) ?? NOTHING
    );
  });
}

function said(
  { path }: Place,
  values: Values,
  around: { readonly before: string; readonly after: string },
  { own, isAsked = false, speech: { locale } }: Filling,
): string | null {
  const isOwn = path.length === 1 && own?.has(path[0]!) === true;
  const write = (text: string): string => (isOwn ? safeLines(text) : quotedData(text, { ...around, locale, isAsked }));
  return plain(valueAt(values, path), write);
}

function written({ path, formatter, argument }: Place, values: Values, filling: Filling): string | null {
  const value = valueAt(values, path);
  const { speech } = filling;
  const within = (sentence: string | undefined, inner: Values) =>
    sentence === undefined ? null : filled(sentence, inner, { ...filling, depth: filling.depth - 1 });
  switch (formatter as Formatter | null) {
    case 'words':
      return within(wordsOf(speech, argument, String(value)), values);
    case 'count':
      return within(wordsOf(speech, argument, countOf(value)), values);
    case 'lines':
      return lines(value, (line) => within(own(speech.sentences, argument), line));
    case 'money':
    case 'date':
    case 'time':
      return WRITERS[formatter as 'money' | 'date' | 'time'](
        value,
        speech,
        argument ?? '',
        valueAt(values, [...path.slice(0, -1), argument ?? '']),
      );
    default:
      return null;
  }
}

/** An object is its JSON, in whose quotes a text cannot end. */
function plain(value: unknown, write: (text: string) => string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.map((item) => plain(item, write) ?? NOTHING).join(', ');
  if (typeof value === 'object')
    return write === String ? JSON.stringify(value) : withoutLinks(oneLine(JSON.stringify(value)));
  return typeof value === 'string' ? write(value) : String(value);
}

function lines(value: unknown, write: (line: Values) => string | null): string | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  return value
    .slice(0, MOST_LINES)
    .map((line) => write(line as Values) ?? NOTHING)
    .join('\n');
}

/** The codes of the formatter `count`: of a list or a number, whether there is nothing, one or more. */
export const COUNTS = ['none', 'one', 'many'] as const;

function countOf(value: unknown): (typeof COUNTS)[number] {
  const count = Array.isArray(value) ? value.length : Number(value ?? 0);
  return count === 1 ? 'one' : count > 1 ? 'many' : 'none';
}

const wordsOf = ({ words = {} }: Speech, family: string | null, code: string): string | undefined =>
  own(own(words, family) ?? {}, code);

const own = <T>(record: Readonly<Record<string, T>>, name: string | null): T | undefined =>
  name !== null && Object.hasOwn(record, name) ? record[name] : undefined;
