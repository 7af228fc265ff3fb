import type { PassThrough } from 'node:stream';
import type { Entry, SessionLogs } from './session-logs';

const HEARTBEAT_MILLISECONDS = 15_000;
const RETRY_MILLISECONDS = 1_000;
const MOST_UNSENT_BYTES = 1024 * 1024;

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  // The connection ends with the stream, so that closing the server need not wait for an idle one.
  connection: 'close',
};

/** The streams that are open, so that all of them end with the process. */
export class EventStreams {
  private readonly open = new Set<PassThrough>();

  constructor(private readonly logs: SessionLogs) {}

  get count(): number {
    return this.open.size;
  }

  /**
   * Writes a session's messages after a sequence, then new ones, until the visitor goes, the token expires or the
   * process ends; the browser reconnects by itself with Last-Event-ID. A client that does not read is cut off at a
   * megabyte.
   */
  write(response: PassThrough, sessionId: string, after: number, expiresInMilliseconds: number): void {
    response.write(`retry: ${RETRY_MILLISECONDS}\n\n`);
    const heartbeat = setInterval(() => response.write(': heartbeat\n\n'), HEARTBEAT_MILLISECONDS);
    const expiry = setTimeout(() => response.end(), expiresInMilliseconds);
    const stop = this.logs.follow(sessionId, after, (entry) => {
      response.write(render(entry));
      if (response.writableLength > MOST_UNSENT_BYTES) response.destroy();
    });
    this.open.add(response);
    response.once('close', () => {
      clearInterval(heartbeat);
      clearTimeout(expiry);
      stop();
      this.open.delete(response);
    });
  }

  end(): void {
    for (const response of this.open) response.end();
  }
}

const render = ({ sequence, message }: Entry): string =>
  `id: ${sequence}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`;
