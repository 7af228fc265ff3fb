import {
  acceptedRun,
  conversationOf,
  foldUiEvent,
  parseStream,
  type ListedSession,
  type RunView,
  type SessionList,
} from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import { customerHash } from '@arbiter/views';
import type { ShownPeriod } from './shown-period';
import type { UiLog } from './ui-log';

const PAGE_SESSIONS = 20;
const MOST_APPROVALS = 10;

/** The owner of the chats; `channel` leaves out those of other channels. */
export interface WantedSessions {
  readonly tenant: string;
  readonly customerId: string;
  readonly channel: string | null;
}

/** The last chat of a page. */
export interface ListPlace {
  readonly receivedAt: string;
  readonly sessionId: string;
}

interface Row {
  readonly session_id: string;
  readonly channel: string;
  readonly received_at: Date;
}

/** A topic of a chat, as the run that works on it shows it. */
interface Topic {
  readonly thread_id: string;
  readonly is_latest: boolean;
  readonly run: RunView;
}

/**
 * The chats of a person, page by page from the newest, each with its latest topic and its open approvals (CH-16). Words
 * of messages are left out: a topic is named by values that are not sensitive (CL-11).
 */
export class SessionDirectory {
  constructor(
    private readonly database: Database,
    private readonly log: UiLog,
    private readonly period: ShownPeriod,
  ) {}

  /** The chats as the read models last saw them. */
  async list(wanted: WantedSessions, before: ListPlace | null): Promise<SessionList> {
    const found = await this.read(wanted, before);
    const rows = found.slice(0, PAGE_SESSIONS);
    const topics = await this.topicsOf(wanted, rows);
    const sessions = rows.map((row) => listed(row, topics.get(row.session_id) ?? []));
    const last = sessions.at(-1);
    return { sessions, before: found.length > PAGE_SESSIONS && last ? `${last.receivedAt}/${last.sessionId}` : null };
  }

  private async read(
    { tenant, customerId, channel }: WantedSessions,
    before: ListPlace | null,
  ): Promise<readonly Row[]> {
    const since = await this.period.beginsAt(tenant);
    const { rows } = await this.database.pool.query<Row>({
      name: 'sessions-of-customer',
      text: `select session_id, channel, received_at from session_view where tenant = $1 and customer_hash = $2 and ($3::text is null or channel = $3)
             and received_at >= $7 and ($4::timestamptz is null or (received_at, session_id) < ($4, $5::text)) order by received_at desc, session_id desc limit $6`,
      values: [
        tenant,
        customerHash(tenant, customerId),
        channel,
        before?.receivedAt ?? null,
        before?.sessionId ?? null,
        PAGE_SESSIONS + 1,
        since,
      ],
    });
    return rows;
  }

  /** Of each chat the latest topic, and apart from it those that wait for a yes. */
  private async topicsOf(
    { tenant, customerId }: WantedSessions,
    rows: readonly Row[],
  ): Promise<ReadonlyMap<string, readonly Topic[]>> {
    const sessions = new Map(
      rows.map(({ session_id }) => [parseStream(conversationOf(tenant, session_id, customerId)).key, session_id]),
    );
    const found = await this.database.pool.query<{
      conversation: string;
      thread_id: string;
      run_id: string;
      is_latest: boolean;
    }>({
      name: 'topics-of-sessions',
      text: `select conversation, thread_id, run_id, is_latest from unnest($2::text[]) as wanted (conversation) join lateral (
               (select thread_id, run_id, true as is_latest from thread_view where tenant = $1 and session_id = conversation and run_id is not null
                order by last_activity_at desc limit 1)
               union all
               (select thread_id, run_id, false from thread_view where tenant = $1 and session_id = conversation and run_id is not null
                and status = 'workflow_proposed' order by last_activity_at desc limit $3)) as found on true`,
      values: [tenant, [...sessions.keys()], MOST_APPROVALS],
    });
    const topics = await Promise.all(
      found.rows.map(async ({ conversation, thread_id, run_id, is_latest }) => {
        const sessionId = sessions.get(conversation)!;
        const run = (await this.log.readWhole(run_id)).reduce(foldUiEvent, acceptedRun(run_id, sessionId));
        return { sessionId, thread_id, is_latest, run };
      }),
    );
    return Map.groupBy(topics, ({ sessionId }) => sessionId);
  }
}

/** The run's own lines tell whether an approval is open: the read model may be a moment behind. */
function listed({ session_id, channel, received_at }: Row, topics: readonly Topic[]): ListedSession {
  const approvals = topics.flatMap(({ thread_id, is_latest, run: { requestId, label, proposal } }) =>
    is_latest || proposal === null
      ? []
      : [{ threadId: thread_id, requestId, label, brief: proposal.brief, expiresAt: proposal.expiresAt }],
  );
  const topic = topics.find(({ is_latest }) => is_latest)?.run.label ?? null;
  return { sessionId: session_id, channel, topic, receivedAt: received_at.toISOString(), approvals };
}
