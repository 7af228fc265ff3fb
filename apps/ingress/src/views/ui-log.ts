import type { UiEvent } from '@arbiter/contracts';
import type { Database, Keyring } from '@arbiter/store';
import { openLines, storedLineOf, type StoredUiLine, type UiLogRow } from './stored-ui-line';

export const UI_PAGE = 100;
const READS_A_QUERY = 50;
const MOST_BEGUN = 200;

/** The conversation of one person in one chat. */
export interface WatchedSession {
  readonly tenant: string;
  readonly sessionId: string;
  readonly customerId: string;
}

export interface BegunRun {
  readonly runId: string;
  readonly customerId: string;
}

interface PendingRead {
  readonly runId: string;
  readonly after: number;
  readonly resolve: (lines: readonly StoredUiLine[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads the UI log. Reads requested while one query is in flight go into the next one together: many clients that look
 * again at once cost one query.
 */
export class UiLog {
  private waiting: PendingRead[] = [];
  private reading = false;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** At most UI_PAGE events of a run after `after`, in order. */
  async read(runId: string, after: number): Promise<readonly UiEvent[]> {
    const lines = await new Promise<readonly StoredUiLine[]>((resolve, reject) => {
      this.waiting.push({ runId, after, resolve, reject });
      if (!this.reading) void this.readAll();
    });
    return lines.length === 0 ? [] : openLines(this.keyring, lines);
  }

  /** Everything a run has shown so far. */
  async readWhole(runId: string): Promise<readonly UiEvent[]> {
    const events: UiEvent[] = [];
    for (;;) {
      const page = await this.read(runId, events.at(-1)?.seq ?? 0);
      events.push(...page);
      if (page.length < UI_PAGE) return events;
    }
  }

  /** The last line of a run: its number, and whether it is the end. */
  async tail(runId: string): Promise<{ readonly seq: number; readonly ended: boolean }> {
    const row = await this.database.query
      .selectFrom('ui_log')
      .select(['seq', 'body'])
      .where('run_id', '=', runId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row
      ? { seq: row.seq, ended: (JSON.parse(row.body) as StoredUiLine).type === 'rag.done' }
      : { seq: 0, ended: false };
  }

  /** The runs that began in each session within the last `seconds`, of all persons. One round trip. */
  async begun(sessions: readonly WatchedSession[], seconds: number): Promise<readonly (readonly BegunRun[])[]> {
    const { rows } = await this.database.pool.query<{ place: number; run_id: string; body: string }>({
      name: 'ui-begun',
      text: `select place, run_id, body from unnest($1::text[], $2::text[]) with ordinality as wanted (tenant, session_id, place)
             join lateral (select run_id, body from ui_log where ui_log.tenant = wanted.tenant and ui_log.session_id = wanted.session_id and ui_log.seq = 1
                           and ui_log.created_at > now() - make_interval(secs => $3) order by ui_log.created_at desc limit $4) as found on true`,
      values: [sessions.map(({ tenant }) => tenant), sessions.map(({ sessionId }) => sessionId), seconds, MOST_BEGUN],
    });
    const begun: BegunRun[][] = sessions.map(() => []);
    for (const { place, run_id, body } of rows) begun[place - 1]!.push({ runId: run_id, customerId: customerOf(body) });
    return begun;
  }

  /** The runs that began in a session from `from` to before `to`, newest first, at most MOST_BEGUN of them. */
  async begunBetween({ tenant, sessionId }: WatchedSession, from: Date, to: Date | null): Promise<readonly BegunRun[]> {
    const { rows } = await this.database.pool.query<{ run_id: string; body: string }>({
      name: 'ui-begun-between',
      text: `select run_id, body from ui_log where tenant = $1 and session_id = $2 and seq = 1
             and created_at >= $3 and created_at < coalesce($4, 'infinity'::timestamptz)
             order by created_at desc limit $5`,
      values: [tenant, sessionId, from, to, MOST_BEGUN],
    });
    return rows.map(({ run_id, body }) => ({ runId: run_id, customerId: customerOf(body) }));
  }

  private async readAll(): Promise<void> {
    this.reading = true;
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const reads = this.waiting.splice(0, READS_A_QUERY);
      try {
        const pages = await this.query(reads);
        reads.forEach(({ resolve }, index) => resolve(pages[index]!));
      } catch (error) {
        for (const { reject } of reads) reject(error);
      }
    }
    this.reading = false;
  }

  private async query(reads: readonly PendingRead[]): Promise<readonly (readonly StoredUiLine[])[]> {
    const { rows } = await this.database.pool.query<{ place: number } & UiLogRow>({
      name: 'ui-read',
      text: `select place, found.* from unnest($1::text[], $2::int[]) with ordinality as wanted (run_id, after, place)
             join lateral (select run_id, tenant, session_id, seq, body from ui_log where ui_log.run_id = wanted.run_id and ui_log.seq > wanted.after
                           order by ui_log.seq limit $3) as found on true
             order by place, seq`,
      values: [reads.map(({ runId }) => runId), reads.map(({ after }) => after), UI_PAGE],
    });
    const pages: StoredUiLine[][] = reads.map(() => []);
    for (const { place, ...row } of rows) pages[place - 1]!.push(storedLineOf(row));
    return pages;
  }
}

const customerOf = (body: string): string => (JSON.parse(body) as StoredUiLine).customerId;
