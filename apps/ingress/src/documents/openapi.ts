import { Inject, Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { routesOf, type DescribedRoute } from './routes';
import { SCHEMAS, refer } from './schemas';

const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'A field is not what it must be; `field` names it.',
  401: 'No API key, or one that is not known here.',
  403: 'This API key may not do that, or the request is from a page of another origin.',
  404: 'Unknown here.',
  409: 'Something else was received before under the same id, or the same is being received at this moment; a code that was used, or of an account that is linked; an approval that was answered otherwise or no longer waits.',
  410: 'A code that is too old.',
  413: 'More than 1 MB.',
  415: 'Not application/json.',
  421: 'Meant for a name that this service does not answer to.',
  422: 'The Idempotency-Key was used before for something else.',
  429: 'Too much within a minute, or too many event streams at once; Retry-After says when to go on.',
  503: 'Cannot be taken now; Retry-After says when to send it again.',
};

/** Further answers to requests that have a body. */
const OF_A_BODY = [413, 415, 429, 503];

/** The document of the controllers that this service has; it does not start with a route that is not described. */
@Injectable()
export class OpenApi {
  readonly document: object;

  constructor(@Inject(DiscoveryService) discovery: DiscoveryService) {
    this.document = openApiDocument(routesOf(discovery.getControllers().map(({ metatype }) => metatype as Type)));
  }
}

/** OpenAPI 3.1 of everything ingress answers. */
export function openApiDocument(routes: readonly DescribedRoute[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = describe(route);
  return {
    openapi: '3.1.0',
    info: { title: 'Arbiter', version: '1', description: 'Send a message or start a template, then follow its run.' },
    paths,
    components: {
      schemas: SCHEMAS,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'asked for once ARBITER_API_KEYS is set' },
      },
    },
  };
}

function describe({
  method,
  summary,
  open,
  parameters = [],
  body,
  answers,
  problems = [],
  checked,
}: DescribedRoute): object {
  const own = method === 'post' ? [400, ...problems, ...OF_A_BODY] : problems;
  const all = open ? own : [401, 403, 421, ...own];
  return {
    summary,
    ...(open ? { security: [] } : { security: [{ apiKey: [] }, {}] }),
    ...(parameters.length > 0
      ? {
          parameters: parameters.map(({ of, name, required, description }) => ({
            in: of,
            name,
            required,
            description,
            schema: checked.get(name) ?? { type: 'string' },
          })),
        }
      : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: refer(body) } } } } : {}),
    responses: {
      ...Object.fromEntries(
        answers.map(({ status, description, content }) => [status, { description, ...(content ? { content } : {}) }]),
      ),
      ...Object.fromEntries(
        all.map((status) => [
          status,
          { description: PROBLEMS[status], content: { 'application/problem+json': { schema: refer('Problem') } } },
        ]),
      ),
    },
  };
}
