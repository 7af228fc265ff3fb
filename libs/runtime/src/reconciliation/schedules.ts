import { parseStream, playbookStream, type EventData, type WireEvent } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';

/** A tenant's latest activation, and the facts by which its playbooks armed or cleared their timers for it. */
export interface Schedules {
  readonly activated: WireEvent;
  readonly armed: readonly WireEvent[];
}

/**
 * The schedules of each tenant that has playbooks with one. They belong to no interaction, and last as long as the
 * activation.
 */
export async function schedulesOf(database: Database): Promise<readonly Schedules[]> {
  const { rows } = await database.pool.query<{ envelope: string }>({
    name: 'reconcile-activations',
    text: `select distinct on (stream_id) whole_envelope(event) as envelope from event
           where stream_id >= 'artifact-' and stream_id < 'artifact.' and starts_with(type, 'arbiter.artifact.activated.')
           order by stream_id, version desc`,
  });
  const found = rows.map(({ envelope }) => JSON.parse(envelope) as WireEvent);
  return Promise.all(found.map(async (activated) => ({ activated, armed: await armedBy(database, activated) })));
}

/** The latest fact about the schedule of each of its playbooks, and about its watch. */
async function armedBy(database: Database, activated: WireEvent): Promise<readonly WireEvent[]> {
  const { tenant } = parseStream(activated.subject);
  const { playbooks = [] } = activated.data as EventData<'artifact.activated'>;
  if (playbooks.length === 0) return [];
  const { rows } = await database.pool.query<{ envelope: string }>({
    name: 'reconcile-armed',
    text: `select distinct on (stream_id, starts_with(type, 'arbiter.schedule.')) whole_envelope(event) as envelope from event
           where stream_id = any($1::text[]) and (starts_with(type, 'arbiter.schedule.') or starts_with(type, 'arbiter.verdict.'))
           order by stream_id, starts_with(type, 'arbiter.schedule.'), version desc`,
    values: [playbooks.map((playbook) => playbookStream(tenant, playbook))],
  });
  return rows.map(({ envelope }) => JSON.parse(envelope) as WireEvent);
}
