import { streamOf, type Recorded } from '@arbiter/contracts';
import type { Database } from '../database';
import type { EventStore } from './event-store';
import { TickBatch } from './tick-batch';

type Withdrawn = Recorded<'segment.cancel_requested'>;

/**
 * Reads in the log of a run which segments it has withdrawn, even before the event arrives. Requests of one tick are
 * one round trip.
 */
export class WithdrawnSegments {
  private readonly runs = new TickBatch((streams) => this.read(streams));

  constructor(private readonly parts: { readonly database: Database; readonly store: EventStore }) {}

  /** Throws the errors of Postgres. */
  async has(tenant: string, segment: { readonly runId: string; readonly segmentId: string }): Promise<boolean> {
    const withdrawn = (await this.runs.get(streamOf('run', tenant, segment.runId))) ?? [];
    return withdrawn.some(({ data }) => data.segmentId === segment.segmentId);
  }

  private async read(streams: readonly string[]): Promise<ReadonlyMap<string, readonly Withdrawn[]>> {
    const { rows } = await this.parts.database.pool.query<{ envelope: string }>({
      name: 'withdrawn-segments',
      text: 'select whole_envelope(event) as envelope from event where stream_id = any ($1::text[]) and type ~ $2 order by stream_id, version',
      values: [streams, WITHDRAWN_TYPE],
    });
    const events = await this.parts.store.decode(rows.map(({ envelope }) => envelope));
    return Map.groupBy(events as Withdrawn[], ({ stream }) => stream);
  }
}

const WITHDRAWN_TYPE = '^arbiter\\.segment\\.cancel_requested\\.';
