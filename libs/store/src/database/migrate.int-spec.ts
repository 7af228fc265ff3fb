import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from '@arbiter/stack';
import { ownDatabase } from '../testing/own-database';
import { openDatabase, type Database } from './database';
import { migrate } from './migrate';
import { MIGRATIONS, MIGRATIONS_FOLDER } from './migrations';

describe('the migrations', () => {
  let server: Awaited<ReturnType<typeof startDatabase>>;
  let first: Database;
  let url: string;
  let database: Database;
  /** of a later release: this one's and what it adds */
  let later: string;

  beforeAll(async () => {
    server = await startDatabase({ dataFolder: mkdtempSync(join(tmpdir(), 'arbiter-migrations-')), throwaway: true });
    first = openDatabase(server.postgres.url, 'test', 1);
  });
  afterAll(async () => {
    await first?.close();
    await server?.stop();
  });

  beforeEach(async () => {
    url = (await ownDatabase(first, server.postgres.url)).href;
    database = openDatabase(url, 'test', 1);
    later = mkdtempSync(join(tmpdir(), 'arbiter-later-migrations-'));
    cpSync(MIGRATIONS_FOLDER, later, { recursive: true });
  });
  afterEach(async () => {
    rmSync(later, { recursive: true });
    await database.close();
  });

  const add = (name: string, text: string) => writeFileSync(join(later, `${name}.sql`), text);
  const has = async (table: string) =>
    (await database.pool.query<{ has: boolean }>('select to_regclass($1) is not null as has', [table])).rows[0]!.has;
  const applied = async () =>
    (await database.pool.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
      ({ name }) => name,
    );

  it('are applied once, in the order of their names, each an object with a comment why', async () => {
    expect(await migrate(url)).toEqual(MIGRATIONS);
    expect(await migrate(url)).toEqual([]);
    expect(MIGRATIONS.map((name) => name.slice(0, 4))).toEqual(
      MIGRATIONS.map((_, index) => `${String(index + 1).padStart(3, '0')}_`),
    );
    for (const name of MIGRATIONS) expect(readFileSync(join(MIGRATIONS_FOLDER, `${name}.sql`), 'utf8')).toMatch(/^-- /);
  });

  it('that a later release adds are applied to what stands, and stay when it is rolled back', async () => {
    await migrate(url);
    await database.pool.query("insert into artifact (hash, tenant, body) values ('a', 'shop', '{}')");
    add('901_remark', 'create table remark (id integer primary key)');
    add('902_artifact_remark', "alter table artifact add column remark text not null default 'none'");
    expect(await migrate(url, later)).toEqual(['901_remark', '902_artifact_remark']);
    expect((await database.pool.query('select hash, remark from artifact')).rows).toEqual([
      { hash: 'a', remark: 'none' },
    ]);
    expect(await migrate(url)).toEqual([]);
    expect([await has('remark'), await applied()]).toEqual([
      true,
      [...MIGRATIONS, '901_remark', '902_artifact_remark'],
    ]);
    expect(await migrate(url, later)).toEqual([]);
  });

  it('are all applied or none', async () => {
    await migrate(url);
    add('901_remark', 'create table remark (id integer primary key)');
    add('902_mistake', 'alter table no_such_table add column remark text');
    await expect(migrate(url, later)).rejects.toThrow('no_such_table');
    expect([await has('remark'), await applied()]).toEqual([false, MIGRATIONS]);
  });

  it.each(['001_event', '003_due', '076_deed'])(
    'leave a database of another build, with migration %s, as it is',
    async (name) => {
      await migrate(url);
      await database.pool.query('delete from kysely_migration where name > $1', [MIGRATIONS[1]]);
      await database.pool.query("insert into kysely_migration (name, timestamp) values ($1, '2026-01-01T00:00:00Z')", [
        name,
      ]);
      add('901_remark', 'create table remark (id integer primary key)');
      const before = await applied();
      for (const folder of [MIGRATIONS_FOLDER, later])
        await expect(migrate(url, folder)).rejects.toMatchObject({
          code: 'schema_of_another_build',
          message: expect.stringMatching(/^the database has the schema of another build .+`npm run reset`[^\n]+$/),
        });
      expect([await has('remark'), await applied()]).toEqual([false, before]);
    },
  );
});
