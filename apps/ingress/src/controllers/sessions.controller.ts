import { Controller, Get, Inject, Param } from '@nestjs/common';
import { Identifier, type Question, type ThreadStatus } from '@arbiter/contracts';
import { fieldProblem, invalidRequest, type Caller } from '@arbiter/platform';
import { CallerOf } from '../http/caller';
import { Ingress } from '../ingress';

const MOST_THREADS = 200;

interface ThreadRow {
  readonly threadId: string;
  readonly intentId: string | null;
  readonly status: ThreadStatus;
  readonly pendingQuestion: Question | null;
  readonly summary: string;
  readonly lastActivityAt: Date;
}

@Controller('api/sessions')
export class SessionsController {
  constructor(@Inject(Ingress) private readonly ingress: Ingress) {}

  /** TH-01, TH-02: the topics of a session, the latest first, as the read model last saw them. */
  @Get(':id/threads')
  async threads(@CallerOf() { tenant }: Caller, @Param('id') sessionId: string): Promise<readonly ThreadRow[]> {
    const problem = fieldProblem('id', Identifier, sessionId);
    if (problem) throw invalidRequest([problem]);
    const { rows } = await this.ingress.core.database.pool.query<ThreadRow>({
      name: 'threads-of-session',
      text: `select thread_id as "threadId", intent_id as "intentId", status, pending_question as "pendingQuestion", summary, last_activity_at as "lastActivityAt"
             from thread_view where tenant = $1 and session_id = $2 order by last_activity_at desc limit $3`,
      values: [tenant, sessionId, MOST_THREADS],
    });
    return rows;
  }
}
