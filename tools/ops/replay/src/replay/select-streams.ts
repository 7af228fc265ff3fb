import {
  playbookOfSession,
  playbookStream,
  streamOf,
  terminal,
  token,
  type Category,
  type WireEvent,
} from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import type { ArchivedStreams } from '../archive/archived-streams';

export type Selection =
  | { readonly kind: 'all' }
  | { readonly kind: 'stream'; readonly stream: string }
  | { readonly kind: 'run'; readonly run: string }
  | { readonly kind: 'session'; readonly session: string };

const PAGE = 500;

/** The places where streams are kept. */
interface Places {
  readonly database: Database;
  readonly archive?: ArchivedStreams;
}

/**
 * The streams to replay, in pages, those of the archive after those of the log. Throws a terminal error when there is
 * none, so that a typing error does not read as success.
 */
export async function* selectStreams(
  selection: Selection,
  categories: readonly Category[],
  places: Places,
): AsyncGenerator<readonly string[]> {
  if (selection.kind === 'all') return yield* everyStream(categories, places);
  const streams = await namedStreams(selection, places);
  if (streams.length === 0)
    throw terminal(
      'nothing_found',
      `the log holds no ${selection.kind} of that id; check it, or name the archive that does with --archive (a run has the requestId of its turn, a stream its category, tenant and key)`,
      selection.kind,
    );
  yield streams;
}

async function namedStreams(
  selection: Exclude<Selection, { kind: 'all' }>,
  places: Places,
): Promise<readonly string[]> {
  if (selection.kind === 'stream') return existing([selection.stream], places);
  const tenants = await tenantsOf(places.database);
  const found = await Promise.all(
    tenants.map((tenant) =>
      selection.kind === 'run'
        ? streamsOfRun(tenant, selection.run, places)
        : streamsOfSession(tenant, selection.session, places),
    ),
  );
  return found.flat();
}

/** A stream without its first fact has to be found as well: so it is found by any of its facts, not by version 1. */
async function* everyStream(
  categories: readonly Category[],
  { database, archive }: Places,
): AsyncGenerator<readonly string[]> {
  for (const category of categories) {
    for (let after = `${category}-`; ;) {
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
  const archived = archive?.of(categories) ?? [];
  for (let from = 0; from < archived.length; from += PAGE) {
    const page = archived.slice(from, from + PAGE);
    const logged = new Set(await existing(page, { database }));
    yield page.filter((stream) => !logged.has(stream));
  }
}

const tenantsOf = async (database: Database): Promise<readonly string[]> =>
  (await database.query.selectFrom('artifact').select('tenant').distinct().orderBy('tenant').execute()).map(
    ({ tenant }) => tenant,
  );

/** In the order asked for. */
async function existing(streams: readonly string[], { database, archive }: Places): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ stream_id: string }>(
    'select stream_id from unnest($1::text[]) as wanted (stream_id) where exists (select from event where event.stream_id = wanted.stream_id)',
    [streams],
  );
  const logged = new Set(rows.map(({ stream_id }) => stream_id));
  return streams.filter((stream) => logged.has(stream) || archive?.has(stream));
}

/** The streams whose key begins with `key` and a dot. */
async function streamsBelow(
  category: Category,
  tenant: string,
  key: string,
  { database, archive }: Places,
): Promise<readonly string[]> {
  const stream = streamOf(category, tenant, key);
  const { rows } = await database.pool.query<{ stream_id: string }>(
    'select distinct stream_id from event where stream_id > $1 and stream_id < $2 order by stream_id',
    [`${stream}.`, `${stream}/`],
  );
  return [...new Set([...rows.map(({ stream_id }) => stream_id), ...(archive?.below(`${stream}.`) ?? [])])].toSorted();
}

/** A run's plan, the run itself, its agents and its actions; the streams of both begin with the run's id and a dot. */
async function streamsOfRun(tenant: string, run: string, places: Places): Promise<readonly string[]> {
  const own = await existing([streamOf('plan', tenant, run), streamOf('run', tenant, run)], places);
  const below = await Promise.all(
    (['agent', 'action'] as const).map((category) => streamsBelow(category, tenant, run, places)),
  );
  return [...own, ...below.flat()];
}

/** The conversations of all people in the session, or the stream of its playbook, and every run asked for there. */
async function streamsOfSession(tenant: string, session: string, places: Places): Promise<readonly string[]> {
  const playbook = playbookOfSession(session);
  const conversations =
    playbook === null
      ? await streamsBelow('session', tenant, token(session), places)
      : await existing([playbookStream(tenant, playbook)], places);
  const { rows } = await places.database.pool.query<{ envelope: string }>(
    `select envelope from event where stream_id = any ($1) and type like 'arbiter.run.requested.%' order by stream_id, version`,
    [conversations],
  );
  const runs = rows.map(({ envelope }) => (JSON.parse(envelope) as WireEvent).data?.['requestId'] as string);
  const streams = await Promise.all(runs.map((run) => streamsOfRun(tenant, run, places)));
  return [...conversations, ...streams.flat()];
}
