import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  stepOrigin,
  type ArtifactBundle,
  type Command,
  type EventData,
  type EventName,
  type Recorded,
  type RecordedOf,
} from '@arbiter/contracts';
import { Governor, budgetOf } from './tools/governor';
import { ToolRunner } from './tools/tool-runner';
import { VendorPlaces } from './tools/vendor-places';
import { carryOut } from './carry-out';
import { closeFirst } from './close-same-deeds';

const TOOL = {
  tool: 'shop.refund.create',
  extension: 'shop',
  riskClass: 'record_mutation',
  idempotency: 'native_key',
  timeoutMilliseconds: 5_000,
  maxAttempts: 3,
  request: { method: 'POST', path: '/refunds', body: { amount: '{args.amount}' } },
  args: { type: 'object' },
  result: { type: 'object' },
};
const bundle = {
  tools: [TOOL],
  extensions: [{ extension: 'shop', baseUrlVariable: 'ARBITER_SHOP_URL' }],
} as unknown as ArtifactBundle;

const recorded = <N extends EventName>(name: N, data: object): Recorded<N> => ({
  id: `event-${name}`,
  name,
  app: 'action-gateway',
  stream: 'action-shop-run-1.refund',
  version: 1,
  time: '2026-03-02T10:00:00.000Z',
  tenant: 'shop',
  customerId: 'C-1001',
  correlationId: 'run-1',
  causationId: null,
  source: null,
  traceParent: null,
  data: data as EventData<N>,
});
const ATTEMPT = {
  actionId: 'run-1.refund',
  runId: 'run-1',
  stepId: 'refund',
  origin: stepOrigin('refund'),
  tool: TOOL.tool,
  attempt: 1,
  idempotencyKey: 'k1',
  planHash: 'p1',
  artifacts: 'b1',
  request: { args: { amount: 20 } },
  keyExpiresAt: null,
};
const QUEUED = recorded('action.queued', {
  ...ATTEMPT,
  checks: null,
  tried: 0,
  unsettled: false,
  queuedAt: '2026-03-02T10:00:00.000Z',
  takeUpAt: '2026-03-02T10:00:05.000Z',
});
const DISPATCHED = recorded('action.dispatched', { ...ATTEMPT, sendBy: '2999-01-01T00:00:00.000Z' });

describe('carrying out what was queued', () => {
  let server: Server;
  let runner: ToolRunner;
  let places: VendorPlaces;
  /** what happened, in order: commands that were handed in, facts that were committed, and requests that arrived */
  let calls: string[];
  let status: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"refundId":"R-1","status":"refunded"}');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    calls = [];
    status = 201;
    runner = new ToolRunner({
      environment: { ARBITER_SHOP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    });
    places = placesOf(1_000);
  });
  afterEach(() => {
    runner.close();
    server.closeAllConnections();
  });

  const placesOf = (perSecond: number): VendorPlaces =>
    new VendorPlaces(runner, new Governor({ perSecond, redis: null, portion: () => 1 }));
  const artifacts = { load: async () => bundle };
  const closed = async (): Promise<void> => void calls.push('closed elsewhere');
  /** `committed`: the facts the grant of the place leads to. */
  const begin = (
    committed: readonly RecordedOf<EventName>[] = [DISPATCHED],
    { close = closed, dies = false }: { close?: () => Promise<void>; dies?: boolean } = {},
  ): Promise<void> => {
    const submit = async (_: string, command: Command): Promise<readonly RecordedOf<EventName>[]> => {
      if (dies && command.name === 'effect.finished') throw new Error('killed');
      calls.push(command.name);
      return command.name === 'place.granted' ? committed : [];
    };
    return carryOut(
      artifacts,
      places,
      closeFirst(close),
    )(QUEUED, {
      submit,
      show: async () => undefined,
      artifacts: 'b1',
      signal: new AbortController().signal,
    });
  };

  it('sends what was dispatched, after that, and tells what came of it (1)', async () => {
    await begin();
    expect(calls).toEqual(['place.granted', 'POST /refunds', 'closed elsewhere', 'effect.finished']);
  });

  it('sends nothing when the place led to no dispatch of its own (2)', async () => {
    await begin([]);
    await begin([recorded('action.failed', {})]);
    expect(calls).toEqual(['place.granted', 'place.granted']);
  });

  it('has closed the same elsewhere when it dies at the record of what was done (3)', async () => {
    await expect(begin([DISPATCHED], { dies: true })).rejects.toThrow('killed');
    expect(calls).toEqual(['place.granted', 'POST /refunds', 'closed elsewhere']);
  });

  it('closes nothing elsewhere when nothing was done (3)', async () => {
    status = 422;
    await begin();
    expect(calls).toEqual(['place.granted', 'POST /refunds', 'effect.finished']);
  });

  it.each([
    ['cannot be closed', () => Promise.reject(new Error('no database'))],
    ['takes too long to be closed', () => new Promise<void>(() => undefined)],
  ])('records what was done though the same elsewhere %s (3)', async (_, close) => {
    await begin([DISPATCHED], { close });
    expect(calls).toEqual(['place.granted', 'POST /refunds', 'effect.finished']);
  });

  it('asks for no dispatch as long as the vendor is called too often', async () => {
    places = placesOf(1);
    await places.permit(budgetOf(bundle, 'shop', TOOL.tool));
    const carried = begin();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toEqual([]);
    await carried;
    expect(calls).toEqual(['place.granted', 'POST /refunds', 'closed elsewhere', 'effect.finished']);
  });
});
