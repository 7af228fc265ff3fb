import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HungBroker } from './hung-broker';

const LIMITS = { pause: 5, patience: 500, looks: 3 };

let server: Server;
let silent: ReadonlySet<string>;
let looks: number;
let ends: number;
let broker: HungBroker;

beforeEach(async () => {
  [silent, looks, ends] = [new Set(), 0, 0];
  server = createServer(({ url = '' }, response) => {
    if (url === '/jsz') looks += 1;
    if (!silent.has(url)) response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  broker.stop();
  server.closeAllConnections();
  server.close();
});

/** Looks at the broker until `isEnough`, which is asked at each look. */
async function watchUntil(isEnough: () => boolean): Promise<void> {
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  server.on('request', () => {
    if (isEnough()) resolve();
  });
  broker = new HungBroker(
    {
      monitorUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      tell: () => undefined,
      end: () => {
        ends += 1;
      },
    },
    LIMITS,
  );
  void broker.watch();
  await enough;
}

it('ends a broker whose JetStream does not answer, once for so many looks', async () => {
  silent = new Set(['/jsz']);
  await watchUntil(() => ends === 2);
  expect(looks).toBeGreaterThan(2 * LIMITS.looks);
});

it.each([
  ['answers', []],
  ['answers nothing at all: it may be frozen', ['/jsz', '/varz']],
])('leaves a broker alone that %s', async (_, paths) => {
  silent = new Set(paths);
  await watchUntil(() => looks > 2 * LIMITS.looks);
  expect(ends).toBe(0);
});
