import {
  instanceRunId,
  parseStream,
  parseType,
  playbookOfStream,
  playbookStream,
  requestStreamOf,
  streamOf,
} from '@arbiter/contracts';
import type { Database } from '@arbiter/store';

/** A request of a person as ingress recorded it, a request that a tool made, or an instance that a schedule began. */
export interface Interaction {
  /** the request's id, which is its run's */
  readonly runId: string;
  readonly tenant: string;
  /** the stream in which the router decides about it */
  readonly conversation: string;
  /** where and when it was opened; not every service may read that fact */
  readonly opener: SearchPlace;
}

/**
 * The position of the search: the time up to which everything was looked at, and the last fact found at exactly that
 * time. ISO 8601 with microseconds.
 */
export interface SearchPlace {
  readonly recordedAt: string;
  readonly stream: string;
  readonly version: number;
}

const PAGE = 500;

/** A row of the view `opener`: what opened an interaction, without what was said. */
interface OpenerRow {
  readonly stream_id: string;
  readonly version: number;
  readonly at: string;
  readonly type: string;
  readonly run_id: string;
  readonly customer_id: string;
  readonly session_id: string | null;
  readonly playbook: string | null;
  readonly day: string | null;
}

export const OPENERS = `select stream_id, version, recorded_at::text as at, type, run_id, customer_id, session_id, playbook, day from opener
  where recorded_at >= $1::timestamptz and (recorded_at, stream_id, version) > ($1::timestamptz, $2, $3)
    and recorded_at < now() - make_interval(secs => $4)
  order by recorded_at, stream_id, version limit $5`;

/** Interactions that opened after a place and more than `ageSeconds` ago, the oldest first. */
export async function openedAfter(
  database: Database,
  place: SearchPlace,
  ageSeconds: number,
): Promise<{ readonly found: readonly Interaction[]; readonly place: SearchPlace }> {
  const { rows } = await database.pool.query<OpenerRow>({
    name: 'reconcile-openers',
    text: OPENERS,
    values: [place.recordedAt, place.stream, place.version, ageSeconds, PAGE],
  });
  const last = rows.at(-1);
  return { found: rows.map(interactionOf), place: last ? placeOf(last) : place };
}

/** A playbook that was asked for in a chat has a run of its own. */
function interactionOf(row: OpenerRow): Interaction {
  const { tenant } = parseStream(row.stream_id);
  const opener = placeOf(row);
  if (parseType(row.type)?.name === 'playbook.asked') {
    const playbook = row.playbook!;
    const runId = instanceRunId(tenant, { playbook, day: row.day! });
    return { runId, tenant, conversation: playbookStream(tenant, playbook), opener };
  }
  return { runId: row.run_id, tenant, conversation: requestStreamOf(tenant, row.session_id!, row.customer_id), opener };
}

const placeOf = ({ at, stream_id: stream, version }: OpenerRow): SearchPlace => ({ recordedAt: at, stream, version });

/** The interactions whose run has not ended. An archived run has ended, and an instance that was skipped has no run. */
export async function unfinished(
  database: Database,
  interactions: readonly Interaction[],
): Promise<readonly Interaction[]> {
  if (interactions.length === 0) return [];
  const { rows } = await database.pool.query<{ stream: string }>({
    name: 'reconcile-unfinished',
    text: `select wanted.stream from unnest($1::text[], $2::text[], $3::text[]) as wanted (stream, run, session)
           where not exists (select from event where stream_id = wanted.stream and starts_with(type, 'arbiter.run.completed.'))
             and not exists (select from archived_stream where stream_id = wanted.stream)
             and not exists (select from (select type from event where stream_id = wanted.session and envelope like '%"' || wanted.run || '"%'
                               and (starts_with(type, 'arbiter.instance.skipped.') or starts_with(type, 'arbiter.run.requested.'))
                               order by version desc limit 1) as latest
                             where starts_with(latest.type, 'arbiter.instance.skipped.'))`,
    values: [
      interactions.map(runStreamOf),
      interactions.map(({ runId }) => runId),
      interactions.map(({ conversation }) => (playbookOfStream(conversation) === null ? null : conversation)),
    ],
  });
  const open = new Set(rows.map(({ stream }) => stream));
  return interactions.filter((interaction) => open.has(runStreamOf(interaction)));
}

/** Longer ago this process, or one before it, has looked. */
const UNHEARD_HOURS = 2;
/** The end of a run is among the latest facts of its conversation, a minute after it opened. */
const LATEST_FACTS = 200;

/**
 * The interactions whose run has ended on a topic while their conversation records nothing of that end. The
 * conversation may have had nothing to record.
 */
export async function unheard(
  database: Database,
  interactions: readonly Interaction[],
): Promise<readonly Interaction[]> {
  if (interactions.length === 0) return [];
  const { rows } = await database.pool.query<{ stream: string }>({
    name: 'reconcile-unheard',
    text: `select wanted.stream from unnest($1::text[], $2::text[]) as wanted (stream, conversation)
           join event as ended on ended.stream_id = wanted.stream and starts_with(ended.type, 'arbiter.run.completed.')
           where ended.recorded_at > now() - make_interval(hours => $3) and ended.envelope not like '%"threadId":null%'
             and not exists (select from (select envelope from event where stream_id = wanted.conversation order by version desc limit $4) as latest
                             where latest.envelope like '%"sourcestream":"' || wanted.stream || '"%')`,
    values: [
      interactions.map(runStreamOf),
      interactions.map(({ conversation }) => conversation),
      UNHEARD_HOURS,
      LATEST_FACTS,
    ],
  });
  const missed = new Set(rows.map(({ stream }) => stream));
  return interactions.filter((interaction) => missed.has(runStreamOf(interaction)));
}

const runStreamOf = ({ tenant, runId }: Pick<Interaction, 'tenant' | 'runId'>): string =>
  streamOf('run', tenant, runId);
