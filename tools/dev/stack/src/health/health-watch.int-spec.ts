import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HealthWatch } from './health-watch';
import { type ReadinessTimes, type Place, troublesOf } from './readiness';

type Answer = { readonly code: number; readonly body: string; readonly after?: number } | 'silence';
const WELL: Answer = { code: 200, body: 'ok' };

let answer: Answer;
let server: Server;
let place: Place;
beforeEach(async () => {
  answer = WELL;
  server = createServer((_request, response) => {
    if (answer === 'silence') return;
    const { code, body, after = 0 } = answer;
    setTimeout(() => response.writeHead(code).end(body), after);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  place = { name: 'ingress', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz` };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const unready = (...problems: readonly object[]): Answer => ({
  code: 503,
  body: JSON.stringify({ ready: false, problems }),
});

it.each<[string, Answer, Record<string, unknown>, ReadinessTimes?]>([
  ['takes work', WELL, {}],
  [
    'names what it stands on',
    unready({ part: 'postgres' }, { part: 'schema', detail: 'version 14, 15 is needed' }),
    {
      Postgres: { kind: 'away', text: 'does not serve' },
      schema: { kind: 'away', text: 'does not serve (version 14, 15 is needed)' },
    },
  ],
  [
    'says no more than that it is not ready',
    { code: 503, body: 'not ready' },
    { ingress: { kind: 'away', text: 'is not ready' } },
  ],
  [
    'takes its time',
    { ...WELL, after: 200 },
    { ingress: { kind: 'slow', text: expect.stringMatching(/^answers slowly \(\d+\.\d s\)$/) } },
    { slow: 100, longest: 60_000 },
  ],
  ['says nothing', 'silence', { ingress: { kind: 'away', text: 'does not answer' } }, { slow: 100, longest: 200 }],
])('a service that %s is read so', async (_name, given, troubles, patience = { slow: 60_000, longest: 60_000 }) => {
  answer = given;
  expect(Object.fromEntries(await troublesOf(place, patience))).toEqual(troubles);
});

it('a service that is not there does not answer', async () => {
  server.close();
  expect(Object.fromEntries(await troublesOf(place))).toEqual({ ingress: { kind: 'away', text: 'does not answer' } });
});

it('a report of two services about one part is printed once, one that is printed elsewhere not at all, and none after the stop', async () => {
  const lines: string[] = [];
  const { promise: back, resolve } = Promise.withResolvers<void>();
  const watch = new HealthWatch({
    places: () => [place, { ...place, name: 'router' }],
    isReportedElsewhere: (name) => name === 'NATS',
    tell: (line) => {
      lines.push(line);
      answer = WELL;
      if (line.includes('is back after')) resolve();
    },
  });
  answer = unready({ part: 'postgres', detail: 'no connection' }, { part: 'nats' });
  const watching = watch.watch();
  await back;
  answer = 'silence';
  watch.stop();
  await watching;
  expect(lines).toEqual([
    'Postgres does not serve (no connection); messages wait until it is back',
    expect.stringMatching(/^Postgres is back after \d+ s$/),
  ]);
});
