import {
  PLAYBOOK_PREFIX,
  conversationOf,
  instanceRunId,
  parseStream,
  parseType,
  playbookOfStream,
  playbookStream,
  streamOf,
  token,
  type EventData,
  type WireEvent,
} from '@arbiter/contracts';
import type { Database } from '../database';

/** A request of a person as ingress recorded it, a request that a tool made, or an instance that a schedule began. */
export interface Interaction {
  /** the request's id, which is its run's */
  readonly runId: string;
  readonly tenant: string;
  /** the stream in which the router decides about it */
  readonly conversation: string;
  /** the fact that opened it */
  readonly opener: WireEvent;
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

/** A schedule has no other opener than its own request. The index `event_openers` holds exactly these facts. */
const OPENS = `(starts_with(type, 'arbiter.turn.received.') or starts_with(type, 'arbiter.run.submitted.')
             or starts_with(type, 'arbiter.playbook.submitted.') or starts_with(type, 'arbiter.playbook.asked.')
             or starts_with(type, 'arbiter.run.requested.') and stream_id like 'session-%-${token(PLAYBOOK_PREFIX)}%')`;

export const OPENERS = `select stream_id, version, recorded_at::text as at, whole_envelope(event) as envelope from event
  where ${OPENS} and recorded_at >= $1::timestamptz and (recorded_at, stream_id, version) > ($1::timestamptz, $2, $3)
    and recorded_at < now() - make_interval(secs => $4)
  order by recorded_at, stream_id, version limit $5`;

/** Interactions that opened after a place and more than `ageSeconds` ago, the oldest first. */
export async function openedAfter(
  database: Database,
  place: SearchPlace,
  ageSeconds: number,
): Promise<{ readonly found: readonly Interaction[]; readonly place: SearchPlace }> {
  const { rows } = await database.pool.query<{ stream_id: string; version: number; at: string; envelope: string }>({
    name: 'reconcile-openers',
    text: OPENERS,
    values: [place.recordedAt, place.stream, place.version, ageSeconds, PAGE],
  });
  const found = rows.map(({ envelope, stream_id }) =>
    interactionOf(JSON.parse(envelope) as WireEvent, parseStream(stream_id).tenant),
  );
  const last = rows.at(-1);
  return { found, place: last ? { recordedAt: last.at, stream: last.stream_id, version: last.version } : place };
}

/** A playbook that was asked for in a chat has a run of its own. */
function interactionOf(opener: WireEvent, tenant: string): Interaction {
  if (parseType(opener.type)?.name === 'playbook.asked') {
    const { playbook, day } = opener.data as EventData<'playbook.asked'>;
    const runId = instanceRunId(tenant, { playbook, day });
    return { runId, tenant, conversation: playbookStream(tenant, playbook), opener };
  }
  const conversation = conversationOf(tenant, String(opener.data?.['sessionId']), opener.customerid);
  return { runId: opener.correlationid, tenant, conversation, opener };
}

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
