import type { Database } from '../database';
import type { WrittenPart } from './append';
import { AppendColumns } from './append-columns';
import { appendStatement } from './append-statements';

/**
 * Writes parts in one statement and returns the streams that were taken, of several parts all of them: else it throws,
 * and nothing of any part is written.
 */
export async function writeParts(database: Database, parts: readonly WrittenPart[]): Promise<ReadonlySet<string>> {
  const columns = new AppendColumns();
  for (const part of parts) columns.add(part);
  const isWhole = parts.length > 1;
  const { name, text, parameters } = appendStatement(columns.hasDue, columns.hasUi, isWhole);
  const values = columns.values();
  const { rows } = await database.pool.query<{ stream_id: string; opened_on?: string | null }>({
    name,
    text,
    values: parameters.map((parameter) => values[parameter]),
  });
  const days = new Map(rows.map((row) => [row.stream_id, row.opened_on]));
  for (const { author, appends } of parts)
    for (const { stream } of appends) {
      const day = days.get(stream);
      if (day) author.openingDays.note(stream, day);
    }
  return new Set(days.keys());
}
