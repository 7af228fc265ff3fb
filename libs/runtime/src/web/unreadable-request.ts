import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_TYPE, Problem } from './problem';

/** What the parser of HTTP says, and what a caller is told. */
const KNOWN: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(
    431,
    'headers_too_large',
    'the headers are larger than the server takes; send fewer',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'request_timeout', 'the request did not arrive in time; send it again'),
};
const UNREADABLE = new Problem(400, 'bad_request', 'this is no request of HTTP/1.1; send one as RFC 9112 has it');

/** Answers, and closes the connection of, a request that the parser of HTTP could not read: no route ever sees it. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, body } = KNOWN[error.code ?? ''] ?? UNREADABLE;
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/**
 * For the server's parser: a request without the header Host, or with two, comes to the check of hosts, which refuses
 * it in words. Two headers of one name become one with both values.
 */
export const HEADERS_AS_SENT = { requireHostHeader: false, joinDuplicateHeaders: true } as const;
