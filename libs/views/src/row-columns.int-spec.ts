import type { Database } from '@arbiter/store';
import { Laboratory } from '@arbiter/store/testing/laboratory';
import { addRows, readRows, writeRows, type RowTable } from './row-table';

interface Kept {
  readonly id: string;
  readonly words: string | null;
  readonly count: number | null;
  readonly holds: boolean | null;
  readonly value: unknown;
  readonly day: string | null;
  readonly at: string | null;
}

const KEPT: RowTable<Kept> = {
  table: 'pg_temp.kept',
  key: ['id'],
  columns: {
    id: 'text',
    words: 'text',
    count: 'integer',
    holds: 'boolean',
    value: 'jsonb',
    day: 'date',
    at: 'timestamptz',
  },
};
const NOTHING = { words: null, count: null, holds: null, value: null, day: null, at: null };
const FULL: Kept = {
  id: 'full',
  words: 'say "hé" \\ \t\n{},\u001d',
  count: -3,
  holds: false,
  value: { list: [1, null, ''], text: 'a\u001fb', empty: {} },
  day: '2026-03-02',
  at: '2026-03-02T10:00:00.123+00:00',
};

describe('rows that are written column by column', () => {
  let laboratory: Laboratory;
  let database: Database;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    database = laboratory.database(1);
  });
  afterAll(() => laboratory.close());

  /** As the table has them after that, by id. */
  async function kept(...writes: readonly (readonly Kept[])[]): Promise<readonly Kept[]> {
    const client = await database.pool.connect();
    try {
      await client.query(
        'create temporary table kept (id text primary key, words text, count integer, holds boolean, value jsonb, day date, at timestamptz)',
      );
      for (const rows of writes) await writeRows(KEPT, rows, client);
      const ids = writes.flat().map(({ id }) => ({ id }));
      const rows = await readRows(KEPT, [...new Map(ids.map((one) => [one.id, one])).values()], client);
      return rows.toSorted((one, other) => one.id.localeCompare(other.id));
    } finally {
      await client.query('drop table if exists kept; discard plans');
      client.release();
    }
  }

  it('hold what they held: texts, numbers, yes and no, JSON, days, instants, and nothing', async () => {
    const rows = [FULL, { id: 'nothing', ...NOTHING }];
    expect(await kept(rows)).toEqual(rows);
  });

  it('tell an empty text from nothing, also where it is all that its column holds', async () => {
    const empty = { ...NOTHING, id: '', words: '' };
    expect(await kept([empty])).toEqual([empty]);
    expect(await kept([{ ...NOTHING, id: 'a' }])).toEqual([{ ...NOTHING, id: 'a' }]);
    expect(await kept([empty, { ...empty, id: 'b' }])).toEqual([empty, { ...empty, id: 'b' }]);
  });

  it('keep no control character that they are written with, and no NUL: no value becomes another one’s', async () => {
    const odd = { ...NOTHING, id: 'odd', words: '\u001e', value: { text: 'a\u0000b' } };
    const rows = await kept([odd, { ...odd, id: 'next', words: 'a\u001fb\u0000' }]);
    expect(rows.map(({ id, words, value }) => ({ id, words, value }))).toEqual([
      { id: 'next', words: 'a\ufffdb\ufffd', value: { text: 'a\ufffdb' } },
      { id: 'odd', words: '\ufffd', value: { text: 'a\ufffdb' } },
    ]);
  });

  it('replace those of the same key', async () => {
    const changed = { ...FULL, words: null, count: 4, value: [] };
    expect(await kept([FULL], [changed])).toEqual([changed]);
  });

  it('are added to a table that orders them itself', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('create temporary table added (place serial, id text, value jsonb)');
      const columns = { id: 'text', value: 'jsonb' } as const;
      await addRows(
        { table: 'pg_temp.added', columns },
        [
          { id: 'b', value: {} },
          { id: 'a', value: null },
        ],
        client,
      );
      const { rows } = await client.query('select place, id, value from added order by place');
      expect(rows).toEqual([
        { place: 1, id: 'b', value: {} },
        { place: 2, id: 'a', value: null },
      ]);
    } finally {
      client.release();
    }
  });
});
