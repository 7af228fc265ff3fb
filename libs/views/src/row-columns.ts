import { COLUMN_SEPARATOR } from '@arbiter/store';

/** How Postgres keeps a column. */
export type ColumnType = 'text' | 'integer' | 'boolean' | 'jsonb' | 'date' | 'timestamptz';

/** The columns of a table, each with how it is kept. */
export type Columns<Row extends object> = Readonly<Record<keyof Row & string, ColumnType>>;

/**
 * Marks a null value. JSON holds no control character, and the other column texts hold neither this one nor the
 * separator.
 */
const NULL = '\u001e';

/**
 * Rows as one text per column: names and braces are not repeated in each row, and Postgres splits such a text faster
 * than it parses JSON.
 */
export const columnTexts = <Row extends object>(columns: Columns<Row>, rows: readonly Row[]): readonly string[] =>
  (Object.entries(columns) as [keyof Row & string, ColumnType][]).map(([name, type]) => {
    const textOf = WRITTEN[type];
    let text = '';
    for (let index = 0; index < rows.length; index += 1) {
      const value = rows[index]![name];
      if (index > 0) text += COLUMN_SEPARATOR;
      text += value === null || value === undefined ? NULL : textOf(value);
    }
    return text;
  });

/** A query that gives those rows again; its parameters are the texts, from $1 on. */
export function rowsOfTexts<Row extends object>(columns: Columns<Row>): string {
  const names = Object.keys(columns);
  // Of an empty text nothing would be split off, also where it is the value of the one row.
  const texts = names.map(
    (_, index) =>
      `case $${index + 1}::text when '' then array[''] else string_to_array($${index + 1}::text, chr(31), chr(30)) end`,
  );
  const values = Object.entries(columns).map(([name, type]) => `${name}::${type as ColumnType}`);
  return `select ${values.join(', ')} from unnest(${texts.join(', ')}) as line (${names.join(', ')})`;
}

/** Postgres keeps no NUL; lone surrogates, which it would not take either, no fact can hold. */
export const withoutNul = (json: string): string =>
  json.includes('\\u0000') ? json.replaceAll('\\u0000', '\\ufffd') : json;

// oxlint-disable-next-line no-control-regex -- these are what it is about
const CONTROL = /[\u0000\u001e\u001f]/;
const withoutControls = (text: string): string =>
  CONTROL.test(text) ? text.replaceAll(new RegExp(CONTROL, 'g'), '\ufffd') : text;

const WRITTEN: Readonly<Record<ColumnType, (value: unknown) => string>> = {
  text: (value) => withoutControls(String(value)),
  jsonb: (value) => withoutNul(JSON.stringify(value)),
  integer: String,
  boolean: String,
  date: String,
  timestamptz: String,
};
