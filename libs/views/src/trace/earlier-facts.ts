import { readJson, type EventName, type RecordedOf, type WireEvent } from '@arbiter/contracts';
import { REDACTING, decodeEvent, isOfNewerRelease } from '@arbiter/store';
import type { PoolClient } from 'pg';

/**
 * The facts of streams before these versions, each stream in its order, as read models read them. A fact that only a
 * newer release can read is left out, as it is of a page.
 */
export async function earlierFacts(
  transaction: PoolClient,
  before: ReadonlyMap<string, number>,
): Promise<readonly RecordedOf<EventName>[]> {
  if (before.size === 0) return [];
  const { rows } = await transaction.query<{ envelope: string }>({
    name: 'read-model-earlier-facts',
    text: `select earlier.envelope from unnest($1::text[], $2::int[]) as wanted (stream_id, version)
           cross join lateral (select whole_envelope(event) as envelope, event.version from event
             where event.stream_id = wanted.stream_id and event.version < wanted.version offset 0) as earlier
           order by wanted.stream_id, earlier.version`,
    values: [[...before.keys()], [...before.values()]],
  });
  return rows
    .map(({ envelope }) => readJson(envelope) as WireEvent)
    .filter(({ type }) => !isOfNewerRelease(type))
    .map((wire) => decodeEvent(wire, REDACTING));
}
