import { streamOf, terminal, token, type Category, type WireEvent } from '@arbiter/contracts';
import type { Database } from '@arbiter/platform';

export type Selection =
  | { readonly kind: 'all' }
  | { readonly kind: 'stream'; readonly stream: string }
  | { readonly kind: 'run'; readonly run: string }
  | { readonly kind: 'session'; readonly session: string };

const PAGE = 500;

/** The streams to replay, in pages. Throws a terminal error when there is none, so that a typing error does not read as success. */
export async function* selectStreams(selection: Selection, categories: readonly Category[], database: Database): AsyncGenerator<readonly string[]> {
  if (selection.kind === 'all') return yield* everyStream(categories, database);
  const streams = await namedStreams(selection, database);
  if (streams.length === 0) throw terminal('nothing_found', `the log holds no ${selection.kind} of that id; check it (a run has the requestId of its turn, a stream its category, tenant and key)`, selection.kind);
  yield streams;
}

async function namedStreams(selection: Exclude<Selection, { kind: 'all' }>, database: Database): Promise<readonly string[]> {
  if (selection.kind === 'stream') return existing([selection.stream], database);
  const tenants = await tenantsOf(database);
  const found = await Promise.all(tenants.map((tenant) => (selection.kind === 'run' ? streamsOfRun(tenant, selection.run, database) : streamsOfSession(tenant, selection.session, database))));
  return found.flat();
}

/** A stream whose first fact is gone is one to be found as well: by any of its facts, not by version 1. */
async function* everyStream(categories: readonly Category[], database: Database): AsyncGenerator<readonly string[]> {
  for (const category of categories) {
    for (let after = `${category}-`; ; ) {
      const { rows } = await database.pool.query<{ stream_id: string }>({
        name: 'replay-streams',
        text: 'select distinct stream_id from event where stream_id > $1 and stream_id < $2 order by stream_id limit $3',
        values: [after, `${category}.`, PAGE],
      });
      if (rows.length > 0) yield rows.map(({ stream_id }) => stream_id);
      if (rows.length < PAGE) break;
      after = rows.at(-1)!.stream_id;
    }
  }
}

const tenantsOf = async (database: Database): Promise<readonly string[]> =>
  (await database.query.selectFrom('artifact').select('tenant').distinct().orderBy('tenant').execute()).map(({ tenant }) => tenant);

async function existing(streams: readonly string[], database: Database): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ stream_id: string }>(
    'select stream_id from unnest($1::text[]) as wanted (stream_id) where exists (select from event where event.stream_id = wanted.stream_id)', [streams],
  );
  return rows.map(({ stream_id }) => stream_id);
}

/** The streams whose key begins with `key` and goes on behind a dot. */
async function streamsBelow(category: Category, tenant: string, key: string, database: Database): Promise<readonly string[]> {
  const stream = streamOf(category, tenant, key);
  const { rows } = await database.pool.query<{ stream_id: string }>(
    'select distinct stream_id from event where stream_id > $1 and stream_id < $2 order by stream_id', [`${stream}.`, `${stream}/`],
  );
  return rows.map(({ stream_id }) => stream_id);
}

/** Its plan, itself and its actions, whose streams begin with the run's id and a dot. */
async function streamsOfRun(tenant: string, run: string, database: Database): Promise<readonly string[]> {
  const own = await existing([streamOf('plan', tenant, run), streamOf('run', tenant, run)], database);
  return [...own, ...(await streamsBelow('action', tenant, run, database))];
}

/** The conversation of everybody who wrote in the session, and every run they asked for. */
async function streamsOfSession(tenant: string, session: string, database: Database): Promise<readonly string[]> {
  const conversations = await streamsBelow('session', tenant, token(session), database);
  const { rows } = await database.pool.query<{ envelope: string }>(
    `select envelope from event where stream_id = any ($1) and type like 'arbiter.run.requested.%' order by stream_id, version`, [conversations],
  );
  const runs = rows.map(({ envelope }) => (JSON.parse(envelope) as WireEvent).data?.['requestId'] as string);
  const streams = await Promise.all(runs.map((run) => streamsOfRun(tenant, run, database)));
  return [...conversations, ...streams.flat()];
}
