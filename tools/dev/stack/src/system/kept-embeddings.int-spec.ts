import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddingTable } from '@arbiter/models';
import { migrate, openDatabase, type Database } from '@arbiter/store';
import { startStack } from '../stack';
import type { Stack } from '../types';
import { KeptEmbeddings } from './kept-embeddings';

const VECTORS = new Map([
  ['where is my order', Float32Array.of(0.1, -0.5, 1)],
  ['when do you open', Float32Array.of(0.25, 0, -1)],
]);

describe('the kept embeddings of the texts of artifacts', () => {
  let stack: Stack;
  let database: Database;
  let table: EmbeddingTable;
  const troubles: unknown[] = [];
  beforeAll(async () => {
    stack = await startStack({ dataFolder: mkdtempSync(join(tmpdir(), 'arbiter-embeddings-')), throwaway: true });
    await migrate(stack.postgres.url);
    database = openDatabase(stack.postgres.url, 'test', 1);
    table = new EmbeddingTable(database, (error) => void troubles.push(error));
  });
  afterAll(async () => {
    await database?.close();
    await stack?.stop();
  });

  it('come back to a database without them, as they were, and those made later are added to them', async () => {
    const kept = new KeptEmbeddings(mkdtempSync(join(tmpdir(), 'arbiter-packages-')));
    const { url } = stack.postgres;
    await kept.bring(url);
    for (const vector of VECTORS) {
      await table.keep(new Map([vector]));
      await kept.take(url);
      await database.pool.query('delete from embedding');
    }
    await kept.bring(url);
    await kept.bring(url);
    expect(await table.read([...VECTORS.keys()])).toEqual(VECTORS);
    expect(troubles).toEqual([]);
  });
});
