import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { SessionList } from '@arbiter/contracts';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { listPlace, wantedSessions } from '../http/session-queries';
import { SessionDirectory } from '../views/session-directory';

/** The chats of one person, whom the caller names. */
@Controller('api/sessions')
export class SessionListController {
  constructor(@Inject(SessionDirectory) private readonly sessions: SessionDirectory) {}

  /** CH-16: the newest page, or the one that follows `before`, with what waits for a yes. */
  @Get()
  async list(
    @CallerOf() { tenant }: Caller,
    @Query('userId') userId: unknown,
    @Query('channel') channel: unknown,
    @Query('before') before: unknown,
  ): Promise<SessionList> {
    return this.sessions.list(wantedSessions(tenant, userId, channel), listPlace(before));
  }
}
