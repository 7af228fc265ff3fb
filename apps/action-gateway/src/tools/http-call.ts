import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ToolOutcome } from '@arbiter/contracts';
import { retryAfterMilliseconds } from '@arbiter/resilience';
import { readBody } from './response-body';

export const MAXIMUM_RESPONSE_BYTES = 1024 * 1024;

/** One request, as Node wants it. */
export interface HttpAttempt {
  readonly options: RequestOptions;
  readonly body: string | null;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * One attempt; redirects are not followed. Never rejects.
 *
 * 1. Answers `not_sent` only when there was no connection: then not a byte has left.
 * 2. Once it stood, whatever goes wrong before the answer is whole is `no_response`.
 * 3. The timer covers all of it, from the look-up of the name to the last byte of the answer.
 */
export function attemptHttp({ options, body, timeoutMilliseconds, signal }: HttpAttempt): Promise<ToolOutcome> {
  return new Promise((resolve) => {
    let request: ClientRequest;
    try {
      request = (options.protocol === 'https:' ? httpsRequest : httpRequest)(options);
    } catch (error) {
      resolve({ kind: 'refused', code: 'request_invalid', reason: `the request cannot be written (${codeOf(error)})` });
      return;
    }
    const connected = watchConnection(request);
    const broken: { reason?: string; timedOut: boolean } = { timedOut: false };
    const breakOff = (reason: string, timedOut = false): void => {
      Object.assign(broken, { reason, timedOut });
      request.destroy();
    };
    const timer = setTimeout(() => breakOff(`no answer within ${timeoutMilliseconds} ms`, true), timeoutMilliseconds);
    const stop = (): void => breakOff('the service is stopping');
    const settle = (outcome: ToolOutcome): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    };
    const fail = (error?: unknown): void =>
      settle(failure(connected(), broken.timedOut, broken.reason ?? `the connection failed (${codeOf(error)})`));
    signal.addEventListener('abort', stop, { once: true });
    request.once('response', (response) => collect(response, settle, fail));
    request.on('error', fail);
    // An answer that is neither a response nor an error, such as an upgrade, ends with the connection.
    request.once('close', () => fail());
    request.end(body ?? undefined);
  });
}

/** Whether the connection has stood, so that bytes may have left. */
function watchConnection(request: ClientRequest): () => boolean {
  let stood = false;
  request.once('socket', (socket) => {
    if (request.reusedSocket || !socket.connecting) stood = true;
    else socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => (stood = true));
  });
  return () => stood;
}

function failure(connected: boolean, timedOut: boolean, reason: string): ToolOutcome {
  if (connected) return { kind: 'no_response', code: timedOut ? 'timed_out' : 'connection_lost', reason };
  return { kind: 'not_sent', code: timedOut ? 'timed_out' : 'connection_failed', reason, retryAfterMilliseconds: null };
}

function collect(
  response: IncomingMessage,
  settle: (outcome: ToolOutcome) => void,
  fail: (error?: unknown) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAXIMUM_RESPONSE_BYTES) return void chunks.push(chunk);
    settle(answer(response, { body: null, unreadable: 'response_too_large' }));
    response.destroy();
  });
  response.once('end', () =>
    settle(answer(response, readBody(Buffer.concat(chunks), response.headers['content-type']))),
  );
  response.on('error', fail);
}

type Response = Extract<ToolOutcome, { kind: 'response' }>;

function answer(
  { statusCode = 0, headers }: IncomingMessage,
  body: Pick<Response, 'body' | 'unreadable'>,
): ToolOutcome {
  const flat = Object.entries(headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
  );
  return {
    kind: 'response',
    status: statusCode,
    headers: Object.fromEntries(flat),
    ...body,
    retryAfterMilliseconds: retryAfterMilliseconds(headers['retry-after'], Date.now()),
  };
}

/** The system's code (ECONNREFUSED), never its message: that may hold a path, and a path may name a person. */
const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? 'closed';
