import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HungBroker } from './hung-broker';

// A broker that answers, answers within half a second on a busy machine too.
const LIMITS = { pause: 5, patience: 500, looks: 3, patienceAfterFull: 500, looksAfterFull: 2 };
const ROOM = 2 ** 30;

let server: Server;
let silent: ReadonlySet<string>;
let looks: number;
let ends: number;
let freeBytes: number;
let printed: string[];
let broker: HungBroker;

beforeEach(async () => {
  [silent, looks, ends, freeBytes, printed] = [new Set(), 0, 0, ROOM, []];
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
      freeBytes: async () => freeBytes,
      tell: (line) => printed.push(line),
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

it('ends nothing while the disk is full, and says so once', async () => {
  silent = new Set(['/jsz']);
  freeBytes = 0;
  await watchUntil(() => looks > 2 * LIMITS.looks);
  expect([ends, printed]).toEqual([0, ['the disk of NATS is full: nothing is taken until there is room on it']]);
});

it('ends what hangs after fewer looks where the disk was full', async () => {
  silent = new Set(['/jsz']);
  freeBytes = 0;
  let looksUntilEnd = 0;
  await watchUntil(() => {
    freeBytes = ROOM;
    if (ends === 0) looksUntilEnd = looks;
    return ends === 1;
  });
  expect(looksUntilEnd).toBe(LIMITS.looksAfterFull);
});
