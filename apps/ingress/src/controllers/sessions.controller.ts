import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { Identifier, PersonIdentifier, type SessionPage, type ThreadView } from '@arbiter/contracts';
import { StreamPlaces } from '@arbiter/runtime';
import type { FastifyReply } from 'fastify';
import { Operation, answer, inPath, inQuery, listOf, stream } from '../documents/operation';
import { refer } from '../documents/schemas';
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
const IS_PERSON = new FitsPipe(PersonIdentifier);
const SESSION = inPath('id', 'the sessionId');
const PERSON = inQuery('userId', 'whose conversation: several people may write in one chat', true);
const SESSION_EVENTS =
  'one event `session` whose data is a SessionPage, the newest; then the events of its runs as their own streams have them, each run gap-free after its lastEventId, the id being requestId/seq';

/**
 * The conversation of one person, named by the caller, in one chat. Several people may write in a chat; a caller that
 * leaves out the person sees no other person's conversation.
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
  @Operation({
    summary: 'The topics of a person in a chat, the latest first.',
    parameters: [SESSION, PERSON, inQuery('locale', 'a language tag: the language of the titles')],
    answers: [answer(200, 'None when nothing was said in it.', listOf('Thread'))],
    problems: [400],
  })
  async threads(
    @CallerOf() { tenant }: Caller,
    @Param('id', IDENTIFIER) sessionId: string,
    @Query('userId', IS_PERSON) customerId: string,
    @Query('locale', LocalePipe) locale: string,
  ): Promise<readonly ThreadView[]> {
    return this.topics.list({ tenant, sessionId, customerId }, locale);
  }

  /** The messages: the newest page, or the one that ends at `before`. */
  @Get(':id/messages')
  @Operation({
    summary: 'What a person said in a chat and what became of it, the newest page first.',
    parameters: [SESSION, PERSON, inQuery('before', 'the `before` of a page, for the one that ends there')],
    answers: [answer(200, 'Oldest first. What was erased reads as "[erased]".', refer('SessionPage'))],
    problems: [400],
  })
  async messages(
    @CallerOf() { tenant }: Caller,
    @Param('id', IDENTIFIER) sessionId: string,
    @Query('userId', IS_PERSON) customerId: string,
    @Query('before', MessagePlacePipe) before: number | null,
  ): Promise<SessionPage> {
    return this.history.page({ tenant, sessionId, customerId }, before);
  }

  /** EX-28 for a whole conversation: its present state, then every event of its runs, on one connection. */
  @Get(':id/events')
  @Operation({
    summary: 'Follow a whole conversation on one connection; come again after a loss.',
    parameters: [SESSION, PERSON],
    answers: [stream('First what stands, then every event of its runs.', SESSION_EVENTS)],
    problems: [400, 429, 503],
  })
  async follow(
    @CallerOf() { tenant }: Caller,
    @ClientOf() client: string,
    @Param('id', IDENTIFIER) sessionId: string,
    @Query('userId', IS_PERSON) customerId: string,
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
