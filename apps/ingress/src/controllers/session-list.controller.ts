import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ChannelName, PersonIdentifier, type SessionList } from '@arbiter/contracts';
import { Operation, answer, inQuery } from '../documents/operation';
import { refer } from '../documents/schemas';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { SessionPlacePipe } from '../http/query-pipes';
import { SessionDirectory, type ListPlace } from '../views/session-directory';
import { Type } from 'typebox';

/** The chats of one person, named by the caller. */
@Controller('api/sessions')
export class SessionListController {
  constructor(@Inject(SessionDirectory) private readonly sessions: SessionDirectory) {}

  /** CH-16: the newest page, or the one that follows `before`, with the actions that wait for a yes. */
  @Get()
  @Operation({
    summary: 'The chats of a person and what waits for a yes in each, the newest first.',
    parameters: [
      inQuery('userId', 'whose chats', true),
      inQuery('channel', 'only chats whose latest message came through it'),
      inQuery('before', 'the `before` of a page, for the one that follows it'),
    ],
    answers: [
      answer(200, 'None when nothing was said. Topics are called by what is not sensitive.', refer('SessionList')),
    ],
    problems: [400],
  })
  async list(
    @CallerOf() { tenant }: Caller,
    @Query('userId', new FitsPipe(PersonIdentifier)) customerId: string,
    @Query('channel', new FitsPipe(Type.Optional(ChannelName))) channel: string | null,
    @Query('before', SessionPlacePipe) before: ListPlace | null,
  ): Promise<SessionList> {
    return this.sessions.list({ tenant, customerId, channel }, before);
  }
}
