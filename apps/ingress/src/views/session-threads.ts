import { conversationOf, parseStream, type ThreadView } from '@arbiter/contracts';
import type { ArtifactRegistry } from '@arbiter/artifacts';
import type { Database } from '@arbiter/store';
import { topicTitles } from '../topic-titles';
import type { WatchedSession } from './ui-log';

const MOST_THREADS = 200;

/** The topics of one person in one chat (TH-01, TH-02). */
export class SessionThreads {
  constructor(
    private readonly database: Database,
    private readonly artifacts: ArtifactRegistry,
  ) {}

  /** The latest first, as the read model last saw them; titles in the language of `locale`. */
  async list({ tenant, sessionId, customerId }: WatchedSession, locale: string): Promise<readonly ThreadView[]> {
    const titleOf = await topicTitles(this.artifacts, tenant, locale);
    const { rows } = await this.database.pool.query<Omit<ThreadView, 'title'>>({
      name: 'threads-of-session',
      text: `select thread_id as "threadId", intent_id as "intentId", status, pending_question as "pendingQuestion", summary,
             run_id as "requestId", message_id as "messageId", last_activity_at as "lastActivityAt"
             from thread_view where tenant = $1 and session_id = $2 order by last_activity_at desc limit $3`,
      values: [tenant, parseStream(conversationOf(tenant, sessionId, customerId)).key, MOST_THREADS],
    });
    return rows.map(({ threadId, intentId, ...thread }) => ({
      threadId,
      intentId,
      title: titleOf(intentId),
      ...thread,
    }));
  }
}
