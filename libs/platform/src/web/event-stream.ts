import type { ServerResponse } from 'node:http';
import type { UiEvent } from '@arbiter/contracts';
import type { RunFeed } from './run-feed';

const HEARTBEAT_MILLISECONDS = 15_000;
const DRAIN_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 1_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  connection: 'keep-alive',
};

/**
 * Writes a run's events as server-sent events until rag.done, until the client goes, or until the service stops. The next
 * event is taken only when the last one has left: a slow client is fed at its own pace, one that takes nothing for a minute
 * is cut off. That a client goes does not cancel the run (C5).
 */
export async function writeEventStream(response: ServerResponse, feed: RunFeed, heartbeatMilliseconds = HEARTBEAT_MILLISECONDS): Promise<void> {
  response.writeHead(200, HEADERS);
  response.write(`retry: ${RETRY_MILLISECONDS}\n\n`);
  response.once('close', () => feed.close());
  if (response.destroyed) feed.close();
  const heartbeat = setInterval(() => response.writableNeedDrain || response.write(': heartbeat\n\n'), heartbeatMilliseconds);
  try {
    for await (const event of feed) {
      if (!response.write(render(event)) && !(await drained(response))) response.destroy();
      if (response.destroyed) return;
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

const render = (event: UiEvent): string => `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

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
