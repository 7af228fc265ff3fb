import type { ServerResponse } from 'node:http';
import type { UiEvent } from '@arbiter/contracts';

const HEARTBEAT_MILLISECONDS = 15_000;
const DRAIN_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 1_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  connection: 'keep-alive',
};

/** The source of a client's events; the writer closes it. */
export interface Feed<E> extends AsyncIterable<E> {
  /** ended by the service, not by the client or for want of events */
  readonly interrupted: boolean;
  close(interrupted?: boolean): void;
}

/**
 * Writes a run's events as server-sent events until rag.done, until the client goes, or until the service stops. The
 * next event is taken only when the last one has left: a slow client is fed at its own pace, one that takes nothing for
 * a minute is cut off. That a client goes does not cancel the run (C5).
 */
export async function writeEventStream(
  response: ServerResponse,
  feed: Feed<UiEvent>,
  heartbeatMilliseconds = HEARTBEAT_MILLISECONDS,
): Promise<void> {
  return writeFrames(response, feed, (event) => renderUiEvent(event), heartbeatMilliseconds);
}

/** The same for a feed of anything else; `render` makes one server-sent event of each. */
export async function writeFrames<E>(
  response: ServerResponse,
  feed: Feed<E>,
  render: (event: E) => string,
  heartbeatMilliseconds = HEARTBEAT_MILLISECONDS,
): Promise<void> {
  response.writeHead(200, HEADERS);
  response.write(`retry: ${RETRY_MILLISECONDS}\n\n`);
  response.once('close', () => feed.close());
  if (response.destroyed) feed.close();
  const heartbeat = setInterval(
    () => response.writableNeedDrain || response.write(': heartbeat\n\n'),
    heartbeatMilliseconds,
  );
  try {
    for await (const event of feed) {
      if (response.destroyed) return;
      if (!response.write(render(event)) && !(await drained(response))) response.destroy();
    }
    response.end(feed.interrupted ? ': the service is restarting, come again with Last-Event-ID\n\n' : undefined);
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    clearInterval(heartbeat);
    feed.close();
  }
}

export const renderUiEvent = (event: UiEvent, id: string | number = event.seq): string =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** False when the client went away or took nothing for too long. */
function drained(response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (outcome: boolean) => () => {
      clearTimeout(timer);
      response.off('drain', onDrain).off('close', onClose);
      resolve(outcome);
    };
    const onDrain = finish(true);
    const onClose = finish(false);
    const timer = setTimeout(onClose, DRAIN_MILLISECONDS);
    response.once('drain', onDrain).once('close', onClose);
  });
}
