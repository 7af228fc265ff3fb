import type { Values } from '../vocabulary';
import type { CopyDefinition } from './copy';
import { WRITERS, type Formatter } from './formatters';
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

/**
 * Fills in the placeholders of a sentence (CL-12). Values are used as they are: braces inside them mean nothing. A
 * value that is missing, or that the formatter cannot write, becomes a dash: a vendor's own words never slip through.
 */
export const fillSentence = (sentence: string, values: Values, speech: Speech = WITHOUT_COPY): string =>
  filled(sentence, values, speech, DEEPEST_SENTENCE);

function filled(sentence: string, values: Values, speech: Speech, depth: number): string {
  return sentence.replace(PLACE, (_, text: string) => {
    const place = placeOf(text);
    return (place && depth > 0 ? written(place, values, speech, depth) : null) ?? NOTHING;
  });
}

function written({ path, formatter, argument }: Place, values: Values, speech: Speech, depth: number): string | null {
  const value = valueAt(values, path);
  const within = (sentence: string | undefined, inner: Values) =>
    sentence === undefined ? null : filled(sentence, inner, speech, depth - 1);
  switch (formatter as Formatter | null) {
    case null:
      return plain(value);
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

function plain(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? NOTHING).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
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
