import { Problem, isUtf8Declared } from '@arbiter/runtime';
import type { FastifyInstance } from 'fastify';
import { parseJson } from './json-body';

export const BODY_BYTES = 1_048_576;
const NOT_UTF8 = new Problem(415, 'unsupported_media_type', 'send the body in UTF-8, as JSON is; leave charset out', {
  field: 'content-type',
});

/** Takes JSON in UTF-8 only. A value that an event could not hold is refused here, naming its field. */
export function parseJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    ['application/json', 'application/cloudevents+json'],
    { parseAs: 'buffer', bodyLimit: BODY_BYTES },
    ({ headers }, body, done) => {
      try {
        if (!isUtf8Declared(headers['content-type'])) throw NOT_UTF8;
        done(null, parseJson(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}
