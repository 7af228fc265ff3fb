import { playbookName, playbookOfStream, streamOf, type WireEvent } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import type { Interaction } from './interactions';

const MOST_FACTS = 1_000;
const MOST_BRANCHES = 200;

/**
 * Every fact of an interaction that the service may read, the oldest first: its opener, the facts of its conversation,
 * plan, run and actions, and the same of those branches whose end is not recorded.
 */
export async function factsOf(database: Database, interaction: Interaction): Promise<readonly WireEvent[]> {
  const own = await factsOfRuns(database, interaction, [
    interaction.runId,
    ...(await openBranches(database, interaction)),
  ]);
  return [...own, ...(await factsAtKeys(database, interaction, own))];
}

async function factsOfRuns(
  database: Database,
  { runId, tenant, conversation, opener }: Interaction,
  runIds: readonly string[],
): Promise<readonly WireEvent[]> {
  const { rows } = await database.pool.query<{ envelope: string }>({
    name: 'reconcile-facts',
    text: `select envelope from (
             (select recorded_at, position, whole_envelope(event) as envelope from event where stream_id = any($1::text[]) limit $5)
             union all (select recorded_at, position, whole_envelope(event) as envelope from unnest($2::text[]) as own (actions)
                        join event on stream_id >= actions and stream_id < actions || '~' limit $5)
             union all (select recorded_at, position, whole_envelope(event) as envelope from event where stream_id = any($3::text[])
                        and recorded_at >= $6::timestamptz - interval '1 minute' and envelope like any($4::text[])
                        and not (stream_id = $7 and version = $8) limit $5)
             union all (select recorded_at, position, whole_envelope(event) as envelope from event where stream_id = $7 and version = $8)
           ) as fact order by position`,
    values: [
      runIds.flatMap((id) => [streamOf('run', tenant, id), streamOf('plan', tenant, id)]),
      runIds.map((id) => `${streamOf('action', tenant, id)}.`),
      conversationsOf(tenant, conversation),
      [`%"correlationid":"${runId}"%`, `%"runId":"${runId}%`],
      MOST_FACTS,
      opener.recordedAt,
      opener.stream,
      opener.version,
    ],
  });
  return rows.map(({ envelope }) => JSON.parse(envelope) as WireEvent);
}

/**
 * The streams of an interaction's conversation: where the router decides about it and, for an instance, also where
 * ingress records the answers to its approvals and what resumes it.
 */
function conversationsOf(tenant: string, conversation: string): readonly string[] {
  const playbook = playbookOfStream(conversation);
  return playbook === null ? [conversation] : [conversation, streamOf('turn', tenant, playbookName(playbook))];
}

/** The runs of the branches that the run has not heard the end of. */
async function openBranches(database: Database, { tenant, runId }: Interaction): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ run: string }>({
    name: 'reconcile-branches',
    text: `select substr(stream_id, $3) as run from event where stream_id >= $1 || '~' and stream_id < $1 || '~~' and version = 1
             and stream_id not in (select coalesce(envelope::json->>'sourcestream', '') from event
                                   where stream_id = $1 and starts_with(type, 'arbiter.branch.recorded.'))
           order by stream_id limit $2`,
    values: [streamOf('run', tenant, runId), MOST_BRANCHES, streamOf('run', tenant, '').length + 1],
  });
  return rows.map(({ run }) => run);
}

/** The facts in the streams of the plan keys that its plans wait at, as far as they concern the interaction (PL-14). */
async function factsAtKeys(
  database: Database,
  { tenant, runId }: Interaction,
  facts: readonly WireEvent[],
): Promise<readonly WireEvent[]> {
  const keys = new Set(facts.flatMap(({ data }) => (typeof data?.['planKey'] === 'string' ? [data['planKey']] : [])));
  if (keys.size === 0) return [];
  const { rows } = await database.pool.query<{ envelope: string }>({
    name: 'reconcile-keys',
    text: `select whole_envelope(event) as envelope from event where stream_id = any($1::text[]) and envelope like $2 order by position limit $3`,
    values: [[...keys].map((key) => streamOf('plan', tenant, `key.${key}`)), `%"${runId}%`, MOST_FACTS],
  });
  return rows.map(({ envelope }) => JSON.parse(envelope) as WireEvent);
}
