import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { PoolClient } from 'pg';
import type { Page, ReadModel } from './read-model';
import { likelyDays } from './row-days';
import { readRows, writeRows, type RowTable } from './row-table';

/** A read model whose rows each follow from the facts of one subject. Pure: history in, row out. */
export interface RowFold<Row extends object> extends RowTable<Row> {
  /** the key of the row a fact concerns, in the order of `key`; null when it concerns none */
  keyOf(event: RecordedOf<EventName>): readonly string[] | null;
  /** splits a fact about several rows into one for each; left out where no fact is about several */
  partsOf?(event: RecordedOf<EventName>): readonly RecordedOf<EventName>[];
  /** whether the fact is always the first of its row, which then need not be read */
  opens(event: RecordedOf<EventName>): boolean;
  /** the row after a fact; null while there is none */
  evolve(row: Row | null, event: RecordedOf<EventName>): Row | null;
}

/** Brings a page into a table: reads the rows it concerns, folds in memory, writes those that changed. */
export class RowModel<Row extends object> implements ReadModel {
  readonly tables: readonly string[];

  constructor(
    readonly name: string,
    private readonly rowFold: RowFold<Row>,
  ) {
    this.tables = [rowFold.table];
  }

  async fold({ events, suffix }: Page, transaction: PoolClient): Promise<void> {
    await foldRows(inTable(this.rowFold, suffix), events, transaction, () => undefined);
  }
}

/** The same fold, into a table whose name ends in `suffix`. */
export const inTable = <Row extends object>(rowFold: RowFold<Row>, suffix: string): RowFold<Row> => ({
  ...rowFold,
  table: `${rowFold.table}${suffix}`,
});

/** Folds events into rows; `seen` is shown each event that concerns a row, with the row before it. */
export async function foldRows<Row extends object>(
  rowFold: RowFold<Row>,
  events: readonly RecordedOf<EventName>[],
  transaction: PoolClient,
  seen: (event: RecordedOf<EventName>, before: Row | null) => void,
): Promise<void> {
  const parts = rowFold.partsOf ? events.flatMap((event) => rowFold.partsOf!(event)) : events;
  const concerned = parts.flatMap((event) => {
    const key = rowFold.keyOf(event);
    return key ? [{ event, key, id: key.join('/') }] : [];
  });
  if (concerned.length === 0) return;
  const first = new Map(concerned.toReversed().map((one) => [one.id, one]));
  const known = [...first.values()].filter(({ event }) => !rowFold.opens(event)).map(({ key }) => asRow(rowFold, key));
  const rows = new Map<string, Row>();
  for (const row of await knownRows(rowFold, known, events, transaction)) rows.set(idOf(rowFold, row), row);
  const changed = new Map<string, Row>();
  for (const { event, id } of concerned) {
    const before = rows.get(id) ?? null;
    seen(event, before);
    const after = rowFold.evolve(before, event);
    if (after === null || after === before) continue;
    rows.set(id, after);
    changed.set(id, after);
  }
  if (changed.size > 0) await writeRows(rowFold, [...changed.values()], transaction);
}

/** A row of a dated table is looked for where it will be, and those that are not there in every week. */
async function knownRows<Row extends object>(
  rowFold: RowFold<Row>,
  keys: readonly Partial<Row>[],
  events: readonly RecordedOf<EventName>[],
  transaction: PoolClient,
): Promise<readonly Row[]> {
  if (keys.length === 0) return [];
  if (!rowFold.isDated) return readRows(rowFold, keys, transaction);
  const found = await readRows(rowFold, keys, transaction, likelyDays(events));
  if (found.length === keys.length) return found;
  const ids = new Set(found.map((row) => idOf(rowFold, row)));
  return [
    ...found,
    ...(await readRows(
      rowFold,
      keys.filter((key) => !ids.has(idOf(rowFold, key))),
      transaction,
    )),
  ];
}

const idOf = <Row extends object>({ key }: RowFold<Row>, row: Partial<Row>): string =>
  key.map((column) => row[column]).join('/');

const asRow = <Row extends object>({ key }: RowFold<Row>, values: readonly string[]): Partial<Row> =>
  Object.fromEntries(key.map((column, index) => [column, values[index]])) as Partial<Row>;
