import { conversationOf, parseStream, streamOf, type WireEvent } from '@arbiter/contracts';
import type { Database } from '../database';

/** What a person asked for, as ingress recorded it. */
export interface Interaction {
  /** the request's id, which is its run's */
  readonly runId: string;
  readonly tenant: string;
  /** the fact that opened it */
  readonly opener: WireEvent;
}

/** Where the search stands: the time by which everything was looked at, and the last found at exactly that time. ISO 8601 with microseconds. */
export interface SearchPlace {
  readonly recordedAt: string;
  readonly stream: string;
  readonly version: number;
}

const PAGE = 500;

/** Interactions that opened after a place and more than `ageSeconds` ago, the oldest first. */
export async function openedAfter(
  database: Database,
  place: SearchPlace,
  ageSeconds: number,
): Promise<{ readonly found: readonly Interaction[]; readonly place: SearchPlace }> {
  const { rows } = await database.pool.query<{ stream_id: string; version: number; at: string; envelope: string }>({
    name: 'reconcile-openers',
    text: `select stream_id, version, recorded_at::text as at, envelope from event
           where (starts_with(type, 'arbiter.turn.received.') or starts_with(type, 'arbiter.run.submitted.'))
             and recorded_at >= $1::timestamptz and (recorded_at, stream_id, version) > ($1::timestamptz, $2, $3)
             and recorded_at < now() - make_interval(secs => $4)
           order by recorded_at, stream_id, version limit $5`,
    values: [place.recordedAt, place.stream, place.version, ageSeconds, PAGE],
  });
  const found = rows.map(({ envelope, stream_id }) => {
    const opener = JSON.parse(envelope) as WireEvent;
    return { runId: opener.correlationid, tenant: parseStream(stream_id).tenant, opener };
  });
  const last = rows.at(-1);
  return { found, place: last ? { recordedAt: last.at, stream: last.stream_id, version: last.version } : place };
}

/** Those of the interactions whose run has not ended. A run that was archived has. */
export async function unfinished(
  database: Database,
  interactions: readonly Interaction[],
): Promise<readonly Interaction[]> {
  if (interactions.length === 0) return [];
  const { rows } = await database.pool.query<{ stream: string }>({
    name: 'reconcile-unfinished',
    text: `select wanted.stream from unnest($1::text[]) as wanted (stream)
           where not exists (select from event where stream_id = wanted.stream and starts_with(type, 'arbiter.run.completed.'))
             and not exists (select from archived_stream where stream_id = wanted.stream)`,
    values: [interactions.map(runStreamOf)],
  });
  const open = new Set(rows.map(({ stream }) => stream));
  return interactions.filter((interaction) => open.has(runStreamOf(interaction)));
}

/** Longer ago a process before this one has looked. */
const UNHEARD_HOURS = 1;
/** The end of a run is among the latest facts of its conversation, a minute after it opened. */
const LATEST_FACTS = 200;

/** Those of the interactions whose run has ended upon a topic, and of whose end their conversation holds nothing. It may have had nothing to say to it. */
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
    values: [interactions.map(runStreamOf), interactions.map(conversationIn), UNHEARD_HOURS, LATEST_FACTS],
  });
  const missed = new Set(rows.map(({ stream }) => stream));
  return interactions.filter((interaction) => missed.has(runStreamOf(interaction)));
}

const MOST_FACTS = 1_000;

/** Every fact of an interaction, in whatever stream it stands, the oldest first: its opener, what the conversation made of it, plan, run and actions. */
export async function factsOf(database: Database, interaction: Interaction): Promise<readonly WireEvent[]> {
  const { runId, tenant, opener } = interaction;
  const actions = `${streamOf('action', tenant, runId)}.`;
  const { rows } = await database.pool.query<{ envelope: string }>({
    name: 'reconcile-facts',
    text: `select envelope from (
             (select recorded_at, position, envelope from event where stream_id = any($1::text[]) limit $5)
             union all (select recorded_at, position, envelope from event where stream_id >= $2 and stream_id < $2 || '~' limit $5)
             union all (select recorded_at, position, envelope from event where stream_id = $3 and recorded_at >= $6::timestamptz - interval '1 minute' and envelope like $4 limit $5)
           ) as fact order by position`,
    values: [
      [runStreamOf({ runId, tenant }), streamOf('plan', tenant, runId)],
      actions,
      conversationIn(interaction),
      `%"correlationid":"${runId}"%`,
      MOST_FACTS,
      opener.time,
    ],
  });
  return [opener, ...rows.map(({ envelope }) => JSON.parse(envelope) as WireEvent)];
}

const conversationIn = ({ tenant, opener }: Interaction): string =>
  conversationOf(tenant, String(opener.data?.['sessionId']), opener.customerid);

const runStreamOf = ({ tenant, runId }: Pick<Interaction, 'tenant' | 'runId'>): string =>
  streamOf('run', tenant, runId);
