import { parseStream, streamOf, type Category } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import type { ArchivedFact } from './archive-file';

/** A stream that has ended, as far as it goes. */
export interface EndedStream {
  readonly stream: string;
  readonly lastVersion: number;
}

/**
 * A run with its plan, its branches and the agents and actions of all, which have ended; they are archived together or
 * not at all.
 */
export interface EndedRun {
  readonly run: string;
  readonly streams: readonly EndedStream[];
}

interface MemberRow {
  readonly run: string;
  readonly stream_id: string;
  readonly version: number;
  readonly is_over: boolean;
}

/** Whether the last fact of a stream is its end. After `run.completed` a run may still be overtaken, and be settled. */
const ENDS =
  '^arbiter\\.(run\\.(completed|overtaken|settled)|branch\\.completed|plan\\.(accepted|rejected)|segment\\.(ended|returned)|agent\\.completed|action\\.(denied|rejected|succeeded|failed|unknown|cancelled))\\.';

/**
 * Runs completed before `before`, in the order of their streams after `after`; `next` is where to go on, null at the
 * end.
 */
export async function endedRuns(
  database: Database,
  before: Date,
  after: string,
  limit: number,
): Promise<{ readonly runs: readonly EndedRun[]; readonly next: string | null }> {
  const { rows } = await database.pool.query<{ stream_id: string }>({
    name: 'archive-runs',
    text: `select stream_id from event where stream_id > $1 and stream_id < 'run.' and type like 'arbiter.run.completed.%' and recorded_at < $2 order by stream_id limit $3`,
    values: [after, before, limit],
  });
  const found = rows.map(({ stream_id }) => stream_id);
  const next = found.length < limit ? null : found.at(-1)!;
  return { runs: found.length === 0 ? [] : await endedOf(database, before, found), next };
}

/**
 * Of these runs those with nothing open: every stream whole, quiet since before the day and at its end, no timer,
 * nothing unpublished.
 */
async function endedOf(database: Database, before: Date, runs: readonly string[]): Promise<readonly EndedRun[]> {
  const keys = runs.map(parseStream);
  const streamsOf = (category: Category) => keys.map(({ tenant, key }) => streamOf(category, tenant, key));
  const { rows } = await database.pool.query<MemberRow>({
    name: 'archive-members',
    text: `with wanted as (select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as wanted (run, plan, actions, agents)),
           below as (
             select run, actions || '.' as stream_from, actions || '/' as stream_to from wanted
             union all select run, agents || '.', agents || '/' from wanted
             union all select run, run || '~', run || '~~' from wanted
             union all select run, actions || '~', actions || '~~' from wanted
             union all select run, agents || '~', agents || '~~' from wanted
           ),
           member as (
             select run, run as stream_id from wanted union all select run, plan from wanted
             union all select distinct run, event.stream_id from below join event on event.stream_id > stream_from and event.stream_id < stream_to
           )
           select run, member.stream_id, last.version,
             last.recorded_at < $5 and last.type ~ $6 and last.version = (select count(*) from event where event.stream_id = member.stream_id)
               and not exists (select from due where due.stream_id = member.stream_id)
               and not exists (select from outbox where member.stream_id = any (outbox.streams)) as is_over
           from member cross join lateral (select version, type, recorded_at from event where event.stream_id = member.stream_id order by version desc limit 1) as last
           order by run, member.stream_id`,
    values: [runs, streamsOf('plan'), streamsOf('action'), streamsOf('agent'), before, ENDS],
  });
  const groups = Map.groupBy(rows, ({ run }) => run);
  return [...groups]
    .filter(([, members]) => members.every(({ is_over }) => is_over))
    .map(([run, members]) => ({
      run,
      streams: members.map(({ stream_id, version }) => ({ stream: stream_id, lastVersion: version })),
    }));
}

/** The facts of streams as they are stored, by stream and version. */
export async function storedFacts(
  database: Database,
  streams: readonly EndedStream[],
): Promise<readonly ArchivedFact[]> {
  const { rows } = await database.pool.query<ArchivedFact>({
    name: 'archive-facts',
    text: `select stream_id as stream, version, transaction_id::text as "transactionId", position, id, type,
             to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "recordedAt", whole_envelope(event) as envelope, decision, dedupe_key as "dedupeKey"
           from unnest($1::text[], $2::int[]) as wanted (stream_id, last_version) join event using (stream_id) where version <= last_version order by stream_id, version`,
    values: [streams.map(({ stream }) => stream), streams.map(({ lastVersion }) => lastVersion)],
  });
  return rows;
}
