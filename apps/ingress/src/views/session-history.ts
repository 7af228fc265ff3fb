import {
  acceptedRun,
  foldUiEvent,
  parseType,
  streamOf,
  type RunView,
  type SessionPage,
  type TurnView,
  type WireEvent,
} from '@arbiter/contracts';
import { type Database, isOfNewerRelease, type EventStore } from '@arbiter/store';
import type { ShownPeriod } from './shown-period';
import type { UiLog, WatchedSession } from './ui-log';

const PAGE_EVENTS = 40;

interface Row {
  readonly version: number;
  readonly recorded_at: Date;
  readonly envelope: string;
}

/**
 * The messages of a session, page by page from the newest. A page is cut from the session's stream of received turns,
 * whose versions have no gap: a page never changes its turns, and the next one begins where it ends. It goes back as
 * far as the tenant keeps shown lines.
 */
export class SessionHistory {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly log: UiLog,
    private readonly period: ShownPeriod,
  ) {}

  /**
   * The page that ends before version `before`, or the newest. It holds at most PAGE_EVENTS turns, fewer when others
   * wrote in the same chat.
   */
  async page(session: WatchedSession, before: number | null): Promise<SessionPage> {
    const since = await this.period.beginsAt(session.tenant);
    const rows = await this.read(session, before, since);
    const isFirst = rows.length < PAGE_EVENTS || rows[0]!.version === 1;
    const turns = await this.turnsOf(session, rows);
    const from = isFirst ? since : rows[0]!.recorded_at;
    const begun = await this.log.begunBetween(
      session,
      from,
      before === null ? null : await this.recordedAt(session, before),
    );
    const own = begun
      .filter(({ customerId }) => customerId === session.customerId)
      .map(({ runId }) => runId)
      .reverse();
    const ids = new Set([...turns.map(({ requestId }) => requestId), ...own]);
    const runs = await Promise.all([...ids].map((runId) => this.run(runId, session.sessionId)));
    return {
      turns,
      runs: runs.filter(({ lastEventId }) => lastEventId > 0),
      before: isFirst ? null : rows[0]!.version,
    };
  }

  private async run(runId: string, sessionId: string): Promise<RunView> {
    return (await this.log.readWhole(runId)).reduce(foldUiEvent, acceptedRun(runId, sessionId));
  }

  private async read(
    { tenant, sessionId }: WatchedSession,
    before: number | null,
    since: Date,
  ): Promise<readonly Row[]> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'turns-before',
      text: `select version, recorded_at, whole_envelope(event) as envelope from event where stream_id = $1 and version < coalesce($2, 2147483647) and recorded_at >= $4 order by version desc limit $3`,
      values: [streamOf('turn', tenant, sessionId), before, PAGE_EVENTS, since],
    });
    return rows.reverse();
  }

  /**
   * Only the wanted turns are decrypted. A turn that a newer release received is left out here; the lines of its run
   * are not.
   */
  private async turnsOf(session: WatchedSession, rows: readonly Row[]): Promise<readonly TurnView[]> {
    const wires = rows
      .map(({ envelope }) => JSON.parse(envelope) as WireEvent)
      .filter(
        ({ type, customerid }) =>
          customerid === session.customerId && parseType(type)?.name === 'turn.received' && !isOfNewerRelease(type),
      );
    const events = await this.store.open(wires);
    return events.flatMap((event) => {
      if (event.name !== 'turn.received') return [];
      const { messageId, requestId, text, channel, answerTo = null, receivedAt } = event.data;
      return [{ messageId, requestId, text, channel, answerTo, receivedAt }];
    });
  }

  /** When the turn that ends the page was recorded, by the clock that also dates the lines of runs. */
  private async recordedAt({ tenant, sessionId }: WatchedSession, version: number): Promise<Date | null> {
    const row = await this.database.query
      .selectFrom('event')
      .select('recorded_at')
      .where('stream_id', '=', streamOf('turn', tenant, sessionId))
      .where('version', '=', version)
      .executeTakeFirst();
    return row?.recorded_at ?? null;
  }
}
