import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { Identifier, type SessionPage, type ThreadView } from '@arbiter/contracts';
import { StreamPlaces } from '@arbiter/platform';
import type { FastifyReply } from 'fastify';
import { writeFrames } from '../views/event-stream';
import type { Caller } from '../http/api-keys';
import { CallerOf, ClientOf } from '../http/caller';
import { renderSessionFrame } from '../http/session-frames';
import { FitsPipe } from '../http/fits';
import { LocalePipe, MessagePlacePipe } from '../http/query-pipes';
import { SessionHistory } from '../views/session-history';
import { SessionThreads } from '../views/session-threads';
import { UiStream } from '../views/ui-stream';

const IDENTIFIER = new FitsPipe(Identifier);

/**
 * What one person, whom the caller names, said and was told in one chat. Several people may write in it; leaving out the person
 * shows no other person's conversation.
 */
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
    @Param('id', IDENTIFIER) sessionId: string,
    @Query('userId', IDENTIFIER) customerId: string,
    @Query('locale', LocalePipe) locale: string,
  ): Promise<readonly ThreadView[]> {
    return this.topics.list({ tenant, sessionId, customerId }, locale);
  }

  /** What was said: the newest page, or the one that ends at `before`. */
  @Get(':id/messages')
  async messages(
    @CallerOf() { tenant }: Caller,
    @Param('id', IDENTIFIER) sessionId: string,
    @Query('userId', IDENTIFIER) customerId: string,
    @Query('before', MessagePlacePipe) before: number | null,
  ): Promise<SessionPage> {
    return this.history.page({ tenant, sessionId, customerId }, before);
  }

  /** EX-28 for a whole conversation: what stands, then every event of its runs, on one connection. */
  @Get(':id/events')
  async follow(
    @CallerOf() { tenant }: Caller,
    @ClientOf() client: string,
    @Param('id', IDENTIFIER) sessionId: string,
    @Query('userId', IDENTIFIER) customerId: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const session = { tenant, sessionId, customerId };
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
