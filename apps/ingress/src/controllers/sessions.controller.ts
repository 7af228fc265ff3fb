import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { Identifier, type SessionPage, type ThreadView } from '@arbiter/contracts';
import { StreamPlaces, fieldProblem, invalidRequest } from '@arbiter/platform';
import type { FastifyReply } from 'fastify';
import { writeFrames } from '../views/event-stream';
import type { Caller } from '../http/api-keys';
import type { WatchedSession } from '../views/ui-log';
import { CallerOf, ClientOf } from '../http/caller';
import { renderSessionFrame } from '../http/session-frames';
import { localeIn } from '../http/session-queries';
import { SessionHistory } from '../views/session-history';
import { SessionThreads } from '../views/session-threads';
import { UiStream } from '../views/ui-stream';

/** What one person, whom the caller names, said and was told in one chat. */
@Controller('api/sessions')
export class SessionsController {
  constructor(
    @Inject(SessionHistory) private readonly history: SessionHistory,
    @Inject(UiStream) private readonly ui: UiStream,
    @Inject(StreamPlaces) private readonly places: StreamPlaces,
    @Inject(SessionThreads) private readonly topics: SessionThreads,
  ) {}

  /** TH-01, TH-02: the person's topics, the latest first, as the read model last saw them. */
  @Get(':id/threads')
  async threads(
    @CallerOf() { tenant }: Caller,
    @Param('id') id: string,
    @Query('userId') userId: unknown,
    @Query('locale') locale: unknown,
  ): Promise<readonly ThreadView[]> {
    return this.topics.list(sessionOf(tenant, id, userId), localeIn(locale));
  }

  /** What was said: the newest page, or the one that ends at `before`. */
  @Get(':id/messages')
  async messages(
    @CallerOf() { tenant }: Caller,
    @Param('id') id: string,
    @Query('userId') userId: unknown,
    @Query('before') before: unknown,
  ): Promise<SessionPage> {
    return this.history.page(sessionOf(tenant, id, userId), pageEnd(before));
  }

  /** EX-28 for a whole conversation: what stands, then every event of its runs, on one connection. */
  @Get(':id/events')
  async follow(
    @CallerOf() { tenant }: Caller,
    @ClientOf() client: string,
    @Param('id') id: string,
    @Query('userId') userId: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const session = sessionOf(tenant, id, userId);
    const leave = this.places.take(client);
    try {
      const feed = this.ui.openSession(session, () => this.history.page(session, null));
      reply.hijack();
      await writeFrames(reply.raw, feed, renderSessionFrame);
    } finally {
      leave();
    }
  }
}

/** Several people may write in one chat; leaving out the person shows no other person's conversation. */
function sessionOf(tenant: string, sessionId: string, userId: unknown): WatchedSession {
  const problem = fieldProblem('id', Identifier, sessionId) ?? fieldProblem('userId', Identifier, userId);
  if (problem) throw invalidRequest([problem]);
  return { tenant, sessionId, customerId: userId as string };
}

function pageEnd(before: unknown): number | null {
  if (before === undefined) return null;
  if (typeof before === 'string' && /^[1-9]\d{0,8}$/.test(before)) return Number(before);
  throw invalidRequest([
    { field: 'before', detail: 'before must be the number that a page named as its own `before`' },
  ]);
}
