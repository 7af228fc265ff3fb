import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ChannelName, Identifier, type SessionList } from '@arbiter/contracts';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { SessionPlacePipe } from '../http/query-pipes';
import { SessionDirectory, type ListPlace } from '../views/session-directory';
import { Type } from 'typebox';

/** The chats of one person, whom the caller names. */
@Controller('api/sessions')
export class SessionListController {
  constructor(@Inject(SessionDirectory) private readonly sessions: SessionDirectory) {}

  /** CH-16: the newest page, or the one that follows `before`, with what waits for a yes. */
  @Get()
  async list(
    @CallerOf() { tenant }: Caller,
    @Query('userId', new FitsPipe(Identifier)) customerId: string,
    @Query('channel', new FitsPipe(Type.Optional(ChannelName))) channel: string | null,
    @Query('before', SessionPlacePipe) before: ListPlace | null,
  ): Promise<SessionList> {
    return this.sessions.list({ tenant, customerId, channel }, before);
  }
}
