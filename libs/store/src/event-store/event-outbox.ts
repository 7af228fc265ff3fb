import { FLOW, parseType, publisherOf, travels, type EventName, type WireEvent } from '@arbiter/contracts';
import type { Database } from '../database';
import type { Envelope } from './append';

interface OutboxRow {
  readonly id: string;
  readonly attempt: number;
  readonly envelopes: readonly Envelope[];
}

interface ClaimedRow {
  readonly id: string;
  readonly attempt: number;
  readonly streams: string[];
  readonly from_versions: number[];
  readonly to_versions: number[];
}

/** Bounds the rows that are published and not yet acknowledged, so that new facts are published beside them. */
export const CLAIM_ROWS = 500;
/** Longer than an acknowledgement may take. */
const LEASE_SECONDS = 10;
const FLUSH_MILLISECONDS = 400;
const FLUSH_ROWS = 500;

/** The name under which the deployment's own job writes. */
export const MIGRATION_JOB = 'migrate';

/**
 * Facts that are committed and not yet acknowledged by the broker.
 *
 * 1. A row is dropped only after the broker acknowledged all of its messages.
 * 2. Dropping is lazy and need not be durable: a row that comes back is only published again.
 */
export class Outbox {
  private done: string[] = [];
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> = Promise.resolve();
  /** the authors of the rows that it publishes: the app, and writers that are no service */
  private readonly writers: readonly string[];

  constructor(
    private readonly database: Database,
    app: string,
  ) {
    this.writers = app === publisherOf('artifact.activated') ? [app, MIGRATION_JOB] : [app];
  }

  /** Drops a row some time soon, together with others. */
  drop(id: string): void {
    this.done.push(id);
    if (this.done.length >= FLUSH_ROWS) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), FLUSH_MILLISECONDS);
  }

  /**
   * Rows that stayed unpublished for a while, oldest first, claimed for `leaseSeconds`; other replicas pass them over.
   * Two round trips.
   */
  async claim(
    olderThanSeconds: number,
    leaseSeconds = LEASE_SECONDS,
    limit = CLAIM_ROWS,
  ): Promise<readonly OutboxRow[]> {
    const { rows } = await this.database.pool.query<ClaimedRow>({
      name: 'outbox-claim',
      text: `update outbox set claimed_until = now() + make_interval(secs => $3), attempt = attempt + 1 where id in (
               select id from outbox where app = any($1::text[]) and created_at < now() - make_interval(secs => $2)
                 and (claimed_until is null or claimed_until < now())
               order by created_at limit $4 for update skip locked)
             returning id, attempt, streams, from_versions, to_versions`,
      values: [this.writers, olderThanSeconds, leaseSeconds, limit],
    });
    const envelopes = await this.envelopesOf(rows);
    return rows.map(({ id, attempt }) => ({ id, attempt, envelopes: envelopes.get(id) ?? [] }));
  }

  async close(): Promise<void> {
    await this.flush();
  }

  /**
   * This release does not know the consumers of a newer release's facts. They are published anyway, so that none is
   * lost with its row.
   */
  private async envelopesOf(rows: readonly ClaimedRow[]): Promise<ReadonlyMap<string, readonly Envelope[]>> {
    const found = new Map<string, Envelope[]>(rows.map(({ id }) => [id, []]));
    if (rows.length === 0) return found;
    const { rows: events } = await this.database.pool.query<{ id: string; envelope: string }>({
      name: 'outbox-events',
      text: `select part.id, event.envelope from unnest($1::uuid[], $2::text[], $3::int[], $4::int[]) as part (id, stream_id, from_version, to_version)
             cross join lateral (select version, whole_envelope(event) as envelope from event
               where event.stream_id = part.stream_id and version between part.from_version and part.to_version) as event
             order by part.stream_id, event.version`,
      values: [
        rows.flatMap(({ id, streams }) => streams.map(() => id)),
        rows.flatMap(({ streams }) => streams),
        rows.flatMap(({ from_versions: from }) => from),
        rows.flatMap(({ to_versions: to }) => to),
      ],
    });
    for (const { id, envelope } of events) {
      const event = asEnvelope(envelope);
      if (!(event.name in FLOW) || travels(event.name)) found.get(id)!.push(event);
    }
    return found;
  }

  private flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const ids = this.done;
    this.done = [];
    this.flushing = this.flushing.then(() => this.delete(ids)).catch(() => undefined);
    return this.flushing;
  }

  private async delete(ids: readonly string[]): Promise<void> {
    if (ids.length > 0)
      await this.database.pool.query({
        name: 'outbox-drop',
        // One round trip; a transaction would take three.
        text: `delete from outbox using (select set_config('synchronous_commit', 'off', true)) as without_flush where id = any($1::uuid[])`,
        values: [ids],
      });
  }
}

export function asEnvelope(text: string): Envelope {
  const wire = JSON.parse(text) as WireEvent;
  return {
    id: wire.id,
    name: parseType(wire.type)!.name as EventName,
    tenant: wire.tenantid,
    stream: wire.subject,
    version: wire.streamversion,
    text,
  };
}
