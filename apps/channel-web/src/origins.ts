import type { IncomingMessage } from 'node:http';

/** What a browser is told about a page of another origin: only the listed ones may read an answer. */
export function corsHeaders(request: IncomingMessage, origins: ReadonlySet<string>): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || !origins.has(origin)) return { vary: 'Origin' };
  return {
    vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, last-event-id', 'access-control-max-age': '600',
  };
}
