import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_NAMES, publisherOf, travels, type App } from '@arbiter/contracts';
import { type Database, asEnvelope } from '@arbiter/store';
import type { Publisher } from './publisher';

const PAGE = 500;
/**
 * The newest facts, which were under way when the data was lost, are published at once; the rest goes slowly, so that
 * new facts come first.
 */
const FACTS_AT_ONCE = 2_000;
const FACTS_A_SECOND = 500;
const LEASE_SECONDS = 15;
const REPORT_MILLISECONDS = 3_000;

export interface RepublicationParts {
  readonly database: Database;
  readonly publisher: Publisher;
  readonly app: App;
  /** names this replica among the others */
  readonly instance: string;
  readonly onProgress: (progress: RepublicationProgress) => void;
}

export interface RepublicationProgress {
  /** published again for this life of the broker, by all replicas */
  readonly facts: number;
  /** when the fact was recorded that was come to, ISO 8601; null at the end */
  readonly backTo: string | null;
}

interface Standing {
  readonly life: string;
  readonly since: string;
  readonly transaction_id: string;
  readonly position: number;
  readonly facts: number;
}

interface Row {
  readonly envelope: string;
  readonly transaction_id: string;
  readonly position: number;
  readonly recorded_at: Date;
}

/**
 * Publishes an app's facts again when the broker has a new life, in the background.
 *
 * 1. Publishes from the newest fact back to the point before which everything was surely consumed (broker.consumed):
 *    facts that are under way come first.
 * 2. Facts committed after the beginning are published by their writer, because the streams stood by then.
 * 3. A page is noted only when the broker has acknowledged it; one replica at a time, by a lease; another one goes on
 *    from there.
 * 4. Message ids are of the life, so the broker keeps one of a page that is published twice.
 */
export class Republication {
  private ended: string | null = null;
  private readonly closing = new AbortController();
  /** without their versions: facts of another release count too */
  private readonly types: readonly string[];

  constructor(private readonly parts: RepublicationParts) {
    this.types = EVENT_NAMES.filter((name) => travels(name) && publisherOf(name) === parts.app).map(
      (name) => `arbiter.${name}`,
    );
  }

  close(): void {
    this.closing.abort();
  }

  /** Publishes the facts of this app that the broker's present life lacks; returns at once when it has them all. */
  async run(): Promise<void> {
    const life = await this.presentLife();
    if (life === null || life === this.ended) return;
    await this.begin(life);
    let reported = Date.now();
    for (;;) {
      const standing = this.closing.signal.aborted ? null : await this.claim(life);
      if (!standing) return;
      const began = Date.now();
      const last = await this.publishPage(standing);
      if (!last) return this.end(standing);
      if (Date.now() - reported >= REPORT_MILLISECONDS) {
        reported = Date.now();
        this.parts.onProgress({ facts: standing.facts + PAGE, backTo: last.recorded_at.toISOString() });
      }
      if (standing.facts >= FACTS_AT_ONCE) await this.pause((1_000 * PAGE) / FACTS_A_SECOND - (Date.now() - began));
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    await delay(Math.max(0, milliseconds), undefined, { signal: this.closing.signal }).catch(() => undefined);
  }

  private async presentLife(): Promise<string | null> {
    const { rows } = await this.parts.database.pool.query<{ life: string | null }>({
      name: 'broker-life-now',
      text: 'select life from broker where only_row',
      values: [],
    });
    return rows[0]?.life ?? null;
  }

  private async begin(life: string): Promise<void> {
    await this.parts.database.pool.query({
      name: 'republication-begin',
      text: `insert into republication (app, life, since, transaction_id, position)
             select $1, life, consumed, pg_snapshot_xmax(pg_current_snapshot()), 0 from broker where only_row and life = $2
             on conflict (app) do update set life = excluded.life, since = excluded.since, transaction_id = excluded.transaction_id, position = 0, facts = 0,
               leased_until = '-infinity', ended_at = null
             where republication.life <> excluded.life`,
      values: [this.parts.app, life],
    });
  }

  /** Null when it is through, or another replica is at it. */
  private async claim(life: string): Promise<Standing | null> {
    const { rows } = await this.parts.database.pool.query<Standing & { ended: boolean }>({
      name: 'republication-claim',
      text: `update republication set holder = $3, leased_until = clock_timestamp() + make_interval(secs => $4)
             where app = $1 and life = $2 and ended_at is null and (holder = $3 or leased_until < clock_timestamp())
             returning life, since::text, transaction_id::text, position, facts`,
      values: [this.parts.app, life, this.parts.instance, LEASE_SECONDS],
    });
    if (rows[0]) return rows[0];
    if (await this.hasEnded(life)) this.ended = life;
    return null;
  }

  private async hasEnded(life: string): Promise<boolean> {
    const { rows } = await this.parts.database.pool.query({
      name: 'republication-ended',
      text: 'select from republication where app = $1 and life = $2 and ended_at is not null',
      values: [this.parts.app, life],
    });
    return rows.length === 1;
  }

  /** The oldest of the page, or undefined when there was none left. */
  private async publishPage({ life, since, transaction_id, position }: Standing): Promise<Row | undefined> {
    const { rows } = await this.parts.database.pool.query<Row>({
      name: 'republication-page',
      text: `select whole_envelope(event) as envelope, transaction_id::text, position, recorded_at from event
             where (transaction_id, position) < ($1::xid8, $2::bigint) and transaction_id >= $3::xid8 and regexp_replace(type, '[.]v[0-9]+$', '') = any($4)
             order by event.transaction_id desc, event.position desc limit $5`,
      values: [transaction_id, position, since, this.types, PAGE],
    });
    const last = rows.at(-1);
    if (!last) return undefined;
    await this.parts.publisher.publishAgain(
      rows.map(({ envelope }) => asEnvelope(envelope)),
      life,
    );
    await this.note(life, last, rows.length);
    return last;
  }

  private async note(life: string, { transaction_id, position }: Row, facts: number): Promise<void> {
    await this.parts.database.lazily({
      name: 'republication-note',
      text: 'update republication set transaction_id = $3::xid8, position = $4, facts = facts + $5 where app = $1 and life = $2 and (transaction_id, position) > ($3::xid8, $4::bigint)',
      values: [this.parts.app, life, transaction_id, position, facts],
    });
  }

  private async end({ life, facts }: Standing): Promise<void> {
    await this.parts.database.pool.query({
      name: 'republication-end',
      text: 'update republication set ended_at = clock_timestamp() where app = $1 and life = $2',
      values: [this.parts.app, life],
    });
    this.ended = life;
    if (facts > 0) this.parts.onProgress({ facts, backTo: null });
  }
}
