import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { lastEventId } from './request-headers';

/** The number of the last event the client has: of the header that a browser sends by itself, or of the query. */
export const LastEventId = createParamDecorator((_: unknown, context: ExecutionContext): number => {
  const { headers, query } = context
    .switchToHttp()
    .getRequest<FastifyRequest<{ Querystring: { lastEventId?: unknown } }>>();
  return lastEventId(headers['last-event-id'] as string | undefined, query.lastEventId);
});
