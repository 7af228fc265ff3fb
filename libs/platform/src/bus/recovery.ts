import { travels, type App } from '@arbiter/contracts';
import { asEnvelope, type Outbox } from '../event-store/outbox';
import type { Database } from '../event-store/database';
import type { Broker } from './broker';
import type { Publisher } from './publisher';
import { ensureConsumersOf, ensureStream } from './topology';

const SWEEP_MILLISECONDS = 1_000;
const SWEEP_AFTER_SECONDS = 2;
const LIFE_CHECK_SWEEPS = 3;
const OVERLAP_MINUTES = 60;
const PAGE = 500;

/**
 * Brings to the broker what it does not have.
 *
 * 1. An outbox row older than two seconds is published again under another message id.
 * 2. When the broker's stream is lost or another one, streams and durables are made again and the app's facts of the last
 *    hour are published again from Postgres. The new life is noted only once all of them are acknowledged, so that a
 *    replica that dies on the way is followed by another; the ids are of the life, so the broker keeps one of each.
 * 3. Publishing twice is harmless: a message is a wake-up, the stream is the truth.
 */
export class Recovery {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private restoring: Promise<void> | null = null;
  private sweeps = 0;

  constructor(
    private readonly broker: Broker,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly publisher: Publisher,
    private readonly app: App,
    private readonly replicas: number,
    private readonly onTrouble: (error: unknown) => void,
  ) {}

  async start(): Promise<void> {
    await this.restore();
    this.schedule();
  }

  async close(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    await this.running;
  }

  /** Makes what is missing on the broker and, if its life is a new one, publishes the recent facts again; once for all who ask meanwhile. */
  restore(): Promise<void> {
    this.restoring ??= this.restoreAll().finally(() => (this.restoring = null));
    return this.restoring;
  }

  private async restoreAll(): Promise<void> {
    const life = await ensureStream(this.broker.manager, 'EVT', this.replicas);
    await ensureStream(this.broker.manager, 'DLQ', this.replicas);
    if (this.app === 'ingress') {
      await ensureStream(this.broker.manager, 'IN', this.replicas);
      await ensureStream(this.broker.manager, 'OUT', this.replicas);
    }
    await ensureConsumersOf(this.broker.manager, this.app);
    if ((await this.knownLife()) === life) return;
    await this.republish(life);
    await this.noteLife(life);
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      this.running = this.sweep()
        .catch((error: unknown) => this.onTrouble(error))
        .finally(() => this.timer && this.schedule());
    }, SWEEP_MILLISECONDS);
  }

  private async sweep(): Promise<void> {
    this.sweeps += 1;
    if (this.sweeps % LIFE_CHECK_SWEEPS === 0) await this.restore();
    for (const row of await this.outbox.claim(SWEEP_AFTER_SECONDS)) {
      await this.publisher.publish(row.envelopes, row.attempt);
      this.outbox.drop(row.id);
    }
  }

  /** The life of the broker's stream that has every fact of this app. */
  private async knownLife(): Promise<string | undefined> {
    const { rows } = await this.database.pool.query<{ life: string }>({ name: 'broker-life', text: 'select life from broker_life where app = $1', values: [this.app] });
    return rows[0]?.life;
  }

  private async noteLife(life: string): Promise<void> {
    await this.database.pool.query({
      name: 'broker-life-note',
      text: 'insert into broker_life (app, life) values ($1, $2) on conflict (app) do update set life = excluded.life',
      values: [this.app, life],
    });
  }

  private async republish(life: string): Promise<void> {
    const attempt = 1_000_000 + (Date.parse(life) % 1_000_000);
    let after = '';
    for (;;) {
      const { rows } = await this.database.pool.query<{ envelope: string; position: string }>({
        name: 'republish',
        text: `select envelope, position::text from event
               where recorded_at > now() - make_interval(mins => $1) and position > $2::bigint and envelope like $3
               order by position limit $4`,
        values: [OVERLAP_MINUTES, after || '0', `%"source":"arbiter/${this.app}"%`, PAGE],
      });
      await this.publisher.publish(rows.map((row) => asEnvelope(row.envelope)).filter(({ name }) => travels(name)), attempt);
      if (rows.length < PAGE) return;
      after = rows.at(-1)!.position;
    }
  }
}
