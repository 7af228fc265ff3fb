import type { FastifyInstance } from 'fastify';
import { parseJson } from './json-body';

export const BODY_BYTES = 1_048_576;

/** Takes JSON in UTF-8 only. A value that an event could not hold is refused here, naming its field. */
export function parseJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    ['application/json', 'application/cloudevents+json'],
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    (_request, body, done) => {
      try {
        done(null, parseJson(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}
