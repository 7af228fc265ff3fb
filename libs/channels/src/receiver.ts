import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ArbiterError, terminal } from '@arbiter/contracts';
import { Problem, type Logger } from '@arbiter/platform/adapter';

const MOST_BYTES = 256 * 1024;
const MOST_REQUESTS = 256;
const REQUEST_MILLISECONDS = 10_000;

/** One request, read in full; `body` is as it came over the wire, for signatures. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** where it comes from, as the network says */
  readonly address: string;
  readonly body: Buffer;
}

/** `stream` takes the response over, head and all; without it `body` is sent as it stands. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly stream?: (response: ServerResponse) => void;
}

/** What a route throws to refuse a request: an HTTP status and a sentence for its sender. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** By method and path: `POST /telegram`. */
export type Routes = Readonly<Record<string, (request: ReceivedRequest) => Promise<Answer> | Answer>>;

export interface ReceiverOptions {
  readonly host: string;
  /** 0 takes a free one */
  readonly port: number;
  readonly routes: Routes;
  readonly logger: Logger;
  /** throws what refuses a request, on every path and before anything of it is read */
  readonly guard?: (request: IncomingMessage) => void;
  /** added to every answer; for a page of another origin */
  readonly headersOf?: (request: IncomingMessage) => Readonly<Record<string, string>>;
}

/** The way in of an adapter. `close` lets what is being answered end. */
export interface Receiver {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens for a provider's calls.
 *
 * 1. A body over 256 KiB gets 413, one that does not arrive within ten seconds 408, more than 256 at once 503; an open
 *    stream is none of them.
 * 2. What a route or the guard throws is answered: a Refusal or a Problem as it says, a terminal error with 400 and its field, a
 *    conflict with 409, a retryable one with 503 and Retry-After, anything else with 500; the provider sends again what was not taken.
 * 3. Nothing of a request is logged but its path and the answer's status.
 */
export async function openReceiver(options: ReceiverOptions): Promise<Receiver> {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    const extra = options.headersOf?.(request) ?? {};
    answerTo(request, options, open > MOST_REQUESTS)
      .catch((error: unknown) => answerOf(error, options.logger, request))
      .then((answer) => send(response, answer, extra))
      .catch((error: unknown) => {
        options.logger.warn({ err: error }, 'an answer could not be sent');
        response.destroy();
      })
      .finally(() => (open -= 1));
  });
  server.requestTimeout = REQUEST_MILLISECONDS;
  server.headersTimeout = REQUEST_MILLISECONDS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(
        terminal(
          'configuration',
          `${message}; stop what listens there or set ARBITER_HTTP_PORT to another port`,
          'ARBITER_HTTP_PORT',
        ),
      ),
    );
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function answerTo(
  request: IncomingMessage,
  { routes, guard }: ReceiverOptions,
  isFull: boolean,
): Promise<Answer> {
  guard?.(request);
  const { method = '', url = '' } = request;
  const address = URL.parse(url, 'http://receiver');
  if (!address) throw new Refusal(400, 'the address of the request cannot be read; send a path');
  const { pathname, searchParams } = address;
  const route = Object.hasOwn(routes, `${method} ${pathname}`) ? routes[`${method} ${pathname}`] : undefined;
  if (!route)
    throw new Refusal(404, `there is nothing at ${method} ${pathname}; try ${Object.keys(routes).join(', ')}`);
  if (isFull) throw new Refusal(503, 'too many requests at once; send it again', { 'retry-after': '1' });
  return route({
    method,
    path: pathname,
    query: searchParams,
    headers: request.headers,
    address: request.socket.remoteAddress ?? '',
    body: await bodyOf(request),
  });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new Refusal(413, `the body is over ${MOST_BYTES} bytes; send less`, { connection: 'close' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function answerOf(error: unknown, logger: Logger, request: IncomingMessage): Answer {
  const refusal = refusalOf(error);
  logger.info(
    { path: request.url?.split('?')[0], status: refusal.status, err: refusal.status === 500 ? error : undefined },
    'request refused',
  );
  const field =
    error instanceof ArbiterError ? error.details.field : error instanceof Problem ? error.body.field : undefined;
  return {
    status: refusal.status,
    headers: { 'content-type': 'application/problem+json', ...refusal.headers },
    body: JSON.stringify({
      type: 'about:blank',
      title: refusal.message,
      status: refusal.status,
      detail: refusal.message,
      field,
    }),
  };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Problem) return new Refusal(error.status, error.detail, error.headers);
  if (!(error instanceof ArbiterError)) return new Refusal(500, 'this did not work; send it again later');
  if (error.kind !== 'retryable') return new Refusal(error.kind === 'conflict' ? 409 : 400, error.message);
  const seconds = Math.ceil((error.details.delayMilliseconds ?? 1_000) / 1_000);
  return new Refusal(503, error.message, { 'retry-after': String(seconds) });
}

function send(response: ServerResponse, answer: Answer, extra: Readonly<Record<string, string>>): void {
  const headers = { ...answer.headers, ...extra };
  if (!answer.stream) return void response.writeHead(answer.status, headers).end(answer.body);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = answer.status;
  answer.stream(response);
}

/** A body as JSON; throws a terminal error when it is none. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw terminal('invalid_message', 'the body must be JSON in UTF-8', 'body');
  }
}
