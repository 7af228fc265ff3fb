import type { FastifyRequest } from 'fastify';
import { Refusal, isOfAnotherPage } from '@arbiter/channels';

/** The headers for a page of another origin: only the listed origins may read an answer. */
export function corsHeaders(request: FastifyRequest, origins: ReadonlySet<string>): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, last-event-id',
    'access-control-max-age': '600',
  };
}

/** Throws a Refusal with 403 for a page that is not listed, even where its browser would send the request anyway. */
export function checkOrigin({ headers, method }: FastifyRequest, origins: ReadonlySet<string>): void {
  const { origin } = headers;
  const isForeign = origin === undefined ? isOfAnotherPage(headers, method) : !origins.has(origin);
  if (isForeign) throw new Refusal(403, 'this page may not call; add its origin to ARBITER_WEB_ORIGINS');
}
