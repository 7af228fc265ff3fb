import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', '..', 'sql');

/** One of the hand-written statements in `sql/`; `:name` marks a parameter. */
export function readSql(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
}

/** Turns `:name` parameters into the numbered ones Postgres prepares. `::type` casts are left alone. */
export function statement(name: string, sql: string): Statement {
  const parameters: string[] = [];
  const text = sql.replace(/(?<!:):([a-z_]+)/g, (_, parameter: string) => {
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  return { name, text, parameters };
}
