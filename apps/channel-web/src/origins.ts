import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import { Refusal, isOfAnotherPage } from '@arbiter/channels';

/** Only a page of a listed origin may read an answer; one of another is told nothing. */
export const corsOptions = (origins: ReadonlySet<string>): FastifyCorsOptions => ({
  origin: (origin, decide) => decide(null, origin !== undefined && origins.has(origin)),
  methods: ['GET', 'POST'],
  allowedHeaders: ['authorization', 'content-type', 'last-event-id'],
  maxAge: 600,
  // The routes answer preflights: then the host and the origin are checked first, and an unknown path gets 404.
  preflightContinue: true,
  strictPreflight: false,
});

/** Throws a Refusal with 403 for a page that is not listed, even where its browser would send the request anyway. */
export function checkOrigin({ headers, method }: FastifyRequest, origins: ReadonlySet<string>): void {
  const { origin } = headers;
  const isForeign = origin === undefined ? isOfAnotherPage(headers, method) : !origins.has(origin);
  if (isForeign) throw new Refusal(403, 'this page may not call; add its origin to ARBITER_WEB_ORIGINS');
}
