import type { AddressInfo } from 'node:net';
import { readJson, terminal } from '@arbiter/contracts';
import { HEADERS_AS_SENT, answerUnreadable, isUtf8Declared, type Logger } from '@arbiter/runtime/adapter';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal, refusalOf } from './refusal';

const MOST_BYTES = 256 * 1024;
const MOST_REQUESTS = 256;
const REQUEST_MILLISECONDS = 10_000;
/** How often requests that take too long are looked for. */
const LOOK_MILLISECONDS = 1_000;
/**
 * How long a connection without a request is kept open. Closing waits for the connections whose answer ended meanwhile.
 */
const IDLE_MILLISECONDS = 5_000;
const NO_BODY = Buffer.alloc(0);
/** `@fastify/cors` adds a route for every path; a path is known only by a route of its own. */
const EVERY_PATH = '*';

/** A route is given the body as it came over the wire, for signatures, and each name of the query once. */
export interface Received {
  readonly Body: Buffer;
  readonly Querystring: Readonly<Record<string, string | undefined>>;
}
export type ReceivedRequest = FastifyRequest<Received>;

export interface ReceiverOptions {
  readonly host: string;
  /** 0 takes a free one */
  readonly port: number;
  readonly logger: Logger;
  /** adds routes; and hooks, which are asked on every path and before anything of a body is read; is waited for */
  readonly routes: (server: FastifyInstance) => unknown;
}

/** The server that takes a provider's requests. `close` lets running answers end. */
export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens for a provider's calls.
 *
 * 1. A body over 256 KiB gets 413, one that does not arrive within ten seconds 408, more than 256 at once 503; an open
 *    stream is none of them.
 * 2. An error that a route or a hook throws becomes the answer: a Refusal or a Problem as it is, a terminal error as
 *    400 with its field, a conflict as 409, a retryable one as 503 with Retry-After, any other as 500. The provider
 *    then sends the refused request again.
 * 3. Nothing of a request is logged but its path and the answer's status.
 */
export async function openReceiver({ host, port, logger, routes }: ReceiverOptions): Promise<Receiver> {
  const refuse = refuseWith(logger);
  const server = fastify({
    bodyLimit: MOST_BYTES,
    requestTimeout: REQUEST_MILLISECONDS,
    keepAliveTimeout: IDLE_MILLISECONDS,
    http: { ...HEADERS_AS_SENT, headersTimeout: REQUEST_MILLISECONDS, connectionsCheckingInterval: LOOK_MILLISECONDS },
    clientErrorHandler: answerUnreadable,
    exposeHeadRoutes: false,
    routerOptions: { querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)) },
    frameworkErrors: refuse,
  });
  server.setErrorHandler(refuse);
  takeBodiesAsTheyCome(server);
  const known: string[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    if (url !== EVERY_PATH) known.push(`${String(method)} ${url}`);
  });
  await routes(server);
  refuseUnknown(server, known);
  refuseTooMany(server);
  try {
    await server.listen({ port, host });
  } catch (error) {
    throw terminal(
      'configuration',
      `${(error as Error).message}; stop what listens there or set ARBITER_HTTP_PORT to another port`,
      'ARBITER_HTTP_PORT',
    );
  }
  return { port: (server.server.address() as AddressInfo).port, close: () => server.close() };
}

function takeBodiesAsTheyCome(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, ({ headers }, body, done) =>
    isUtf8Declared(headers['content-type']) ? done(null, body) : done(new Refusal(415, 'send the body in UTF-8')),
  );
  server.addHook('preValidation', (request, _reply, done) => {
    request.body ??= NO_BODY;
    done();
  });
}

function refuseUnknown(server: FastifyInstance, known: readonly string[]): void {
  server.addHook('onRequest', async ({ is404, routeOptions, method, url }) => {
    if (!is404 && routeOptions.url !== EVERY_PATH) return;
    const path = URL.parse(url, 'http://receiver')?.pathname;
    if (path === undefined) throw new Refusal(400, 'the address of the request cannot be read; send a path');
    throw new Refusal(404, `there is nothing at ${method} ${path}; try ${known.join(', ')}`);
  });
}

function refuseTooMany(server: FastifyInstance): void {
  const answering = new Set<FastifyRequest>();
  server.addHook('onRequest', async (request) => {
    if (answering.size >= MOST_REQUESTS)
      throw new Refusal(503, 'too many requests at once; send it again', { 'retry-after': '1' });
    answering.add(request);
  });
  // Before the first byte of an answer: a stream that is open is answered.
  server.addHook('onSend', async (request) => void answering.delete(request));
}

const refuseWith =
  (logger: Logger) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, message, headers, field } = refusalOf(error);
    const [path] = request.url.split('?');
    logger.info({ path, status, err: status === 500 ? error : undefined }, 'request refused');
    const body = JSON.stringify({ type: 'about:blank', title: message, status, detail: message, field });
    // As bytes: to a text Fastify adds a charset, which JSON has none of.
    void reply.code(status).headers(headers).type('application/problem+json').send(Buffer.from(body));
  };

/** A body as JSON; throws a terminal error when it is none. */
export const jsonIn = (body: Buffer): unknown => readJson(textIn(body));

function textIn(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw terminal('bad_utf8', 'the body is not UTF-8; encode it as UTF-8', 'body');
  }
}
