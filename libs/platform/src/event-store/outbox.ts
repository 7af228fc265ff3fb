import { parseType, travels, type EventName, type WireEvent } from '@arbiter/contracts';
import type { Database } from './database';
import type { Envelope } from './event-store';

interface OutboxRow {
  readonly id: string;
  readonly attempt: number;
  readonly envelopes: readonly Envelope[];
}

const FLUSH_MILLISECONDS = 100;
const FLUSH_ROWS = 500;

/**
 * What was committed and is not yet acknowledged by the broker.
 *
 * 1. A row is dropped only after the broker acknowledged all of its messages.
 * 2. Dropping is lazy and need not be durable: a row that comes back is only published again.
 */
export class Outbox {
  private done: string[] = [];
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database, private readonly app: string) {}

  /** Drops a row some time soon, together with others. */
  drop(id: string): void {
    this.done.push(id);
    if (this.done.length >= FLUSH_ROWS) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), FLUSH_MILLISECONDS);
  }

  /** Rows nobody has published for a while, claimed for `leaseSeconds`; other replicas pass them over. */
  async claim(olderThanSeconds: number, leaseSeconds = 30, limit = 100): Promise<readonly OutboxRow[]> {
    const { rows } = await this.database.pool.query<{ id: string; attempt: number; streams: string[]; from_versions: number[]; to_versions: number[] }>({
      name: 'outbox-claim',
      text: `update outbox set claimed_until = now() + make_interval(secs => $3), attempt = attempt + 1 where id in (
               select id from outbox where app = $1 and created_at < now() - make_interval(secs => $2)
                 and (claimed_until is null or claimed_until < now())
               order by created_at limit $4 for update skip locked)
             returning id, attempt, streams, from_versions, to_versions`,
      values: [this.app, olderThanSeconds, leaseSeconds, limit],
    });
    return Promise.all(rows.map(async (row) => ({ id: row.id, attempt: row.attempt, envelopes: await this.envelopesOf(row) })));
  }

  async close(): Promise<void> {
    await this.flush();
  }

  private async envelopesOf(row: { streams: string[]; from_versions: number[]; to_versions: number[] }): Promise<readonly Envelope[]> {
    const { rows } = await this.database.pool.query<{ envelope: string }>({
      name: 'outbox-events',
      text: `select envelope from unnest($1::text[], $2::int[], $3::int[]) as part (stream_id, from_version, to_version)
             join event using (stream_id) where version between from_version and to_version order by stream_id, version`,
      values: [row.streams, row.from_versions, row.to_versions],
    });
    return rows.map(({ envelope }) => asEnvelope(envelope)).filter(({ name }) => travels(name));
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
    if (ids.length > 0) await this.database.lazily({ name: 'outbox-drop', text: 'delete from outbox where id = any($1::uuid[])', values: [ids] });
  }
}

export function asEnvelope(text: string): Envelope {
  const wire = JSON.parse(text) as WireEvent;
  return { id: wire.id, name: parseType(wire.type)!.name as EventName, tenant: wire.tenantid, stream: wire.subject, version: wire.streamversion, text };
}
