import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFrames, type Feed } from './event-stream';

/** One frame, once it may come; ends when it is closed. */
function feedAfter(mayCome: Promise<unknown>): Feed<string> {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  return {
    interrupted: false,
    close: () => close(),
    async *[Symbol.asyncIterator]() {
      await mayCome;
      yield 'late';
      await closed;
    },
  };
}

describe('an event stream', () => {
  it('ends at once when its client has gone before the first event could be written', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const server = createServer((_, response: ServerResponse) => {
      void writeFrames(response, feedAfter(once(response, 'close')), (frame) => `data: ${frame}\n\n`).then(resolve);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, () => request.destroy());
    request.on('error', () => undefined);
    await ended;
    server.close();
  }, 20_000);
});
