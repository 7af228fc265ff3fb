import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Governor, budgetOf } from './governor';
import { FAILURES_IN_A_ROW } from './governor/breaker';
import { callOf } from './testing/http-call';
import { ToolRunner, type CallLimits } from './tool-runner';
import { VendorPlaces, vendorLane } from './vendor-places';

const CALL = callOf();
const LOOK = 'vendor.order.get';
const LANE = vendorLane('shop', LOOK);
const budgetFor = (tenant: string, tool = LOOK) => budgetOf({ extensions: [], tools: [] }, tenant, tool);
const BUDGET = budgetFor('shop');
const inTime = (milliseconds: number): CallLimits => ({
  tenant: 'shop',
  traceParent: null,
  timeoutMilliseconds: 60_000,
  sendBy: new Date(Date.now() + milliseconds).toISOString(),
});

describe('places at a vendor, against a real server', () => {
  let server: Server;
  let runner: ToolRunner;
  const waiting: ServerResponse[] = [];
  let isSlow = false;
  let seen = 0;
  let status = 200;
  const answer = (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');

  beforeAll(async () => {
    server = createServer((_, response) => {
      seen += 1;
      if (isSlow) waiting.push(response);
      else answer(response);
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    seen = 0;
    isSlow = false;
    status = 200;
    runner = new ToolRunner({
      environment: { VENDOR_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    });
  });
  afterEach(() => {
    runner.close();
    waiting.length = 0;
    server.closeAllConnections();
  });

  const placesOf = (perSecond: number): VendorPlaces =>
    new VendorPlaces(runner, new Governor({ perSecond, redis: null, portion: () => 1 }));

  const arrived = async (count: number): Promise<void> => {
    if (seen >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return arrived(count);
  };

  it('a read that comes too often waits and is sent then', async () => {
    const places = placesOf(1);
    const outcomes = await Promise.all(
      ['shop', 'shop', 'bank'].map((tenant) =>
        places.reading(vendorLane(tenant, LOOK), budgetFor(tenant)).send(CALL, inTime(60_000)),
      ),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['response', 'response', 'response']);
    expect(seen).toBe(3);
  });

  it('a read whose time is over before it has its permit was not sent (3)', async () => {
    const places = placesOf(1);
    await places.permit(BUDGET);
    const late = places.reading(LANE, BUDGET).send(CALL, inTime(0));
    expect(await late).toMatchObject({ kind: 'not_sent', code: 'deadline_passed' });
    expect(seen).toBe(0);
  });

  it('a built-in tool calls no vendor and waits for nothing (3)', async () => {
    const places = placesOf(1);
    await places.permit(BUDGET);
    expect(
      await places.reading(LANE, BUDGET).send({ kind: 'builtin', builtin: 'echo', args: { text: 'hello' } }, inTime(0)),
    ).toMatchObject({ kind: 'response', body: { text: 'hello' } });
    // Of a vendor with one call a minute the second would wait.
    const builtIn = { ...BUDGET, limits: { perMinute: 1 }, isBuiltIn: true };
    expect(await places.permit(builtIn)).not.toBeNull();
    expect(await places.permit(builtIn)).not.toBeNull();
  });

  it("a slow vendor's calls wait for one another, and no other vendor's calls wait for them (1, 3)", async () => {
    const places = placesOf(10_000);
    isSlow = true;
    const calls = Array.from({ length: 130 }, () => places.reading(LANE, BUDGET).send(CALL, inTime(60_000)));
    await arrived(128);
    const late = places.reading(LANE, BUDGET).send(CALL, inTime(50));
    expect(await late).toMatchObject({ kind: 'not_sent', code: 'deadline_passed' });
    expect(seen).toBe(128);
    isSlow = false;
    expect(
      await places
        .reading(vendorLane('shop', 'other.order.get'), budgetFor('shop', 'other.order.get'))
        .send(CALL, inTime(60_000)),
    ).toMatchObject({
      kind: 'response',
    });
    waiting.splice(0).forEach(answer);
    expect(new Set((await Promise.all(calls)).map(({ kind }) => kind))).toEqual(new Set(['response']));
    expect(seen).toBe(131);
  });

  it('a dispatched action is sent at once, with each of its calls (2)', async () => {
    const places = placesOf(1);
    const sender = (await places.permit(BUDGET))!;
    for (const count of [1, 2, 3]) {
      expect(await sender.send(CALL, inTime(60_000))).toMatchObject({ kind: 'response' });
      expect(seen).toBe(count);
    }
  });

  it('a vendor that fails again and again is left alone, then tried by one call, and called by all once it answers', async () => {
    const places = placesOf(10_000);
    const look = (milliseconds: number) => places.reading(LANE, BUDGET).send(CALL, inTime(milliseconds));
    status = 500;
    await Promise.all(Array.from({ length: FAILURES_IN_A_ROW }, () => look(60_000)));
    expect(await look(50)).toMatchObject({ kind: 'not_sent', code: 'deadline_passed' });
    expect(seen).toBe(FAILURES_IN_A_ROW);

    status = 200;
    isSlow = true;
    const calls = Array.from({ length: 5 }, () => look(60_000));
    await arrived(FAILURES_IN_A_ROW + 1);
    expect(await look(50)).toMatchObject({ kind: 'not_sent', code: 'deadline_passed' });
    expect(seen).toBe(FAILURES_IN_A_ROW + 1);
    isSlow = false;
    waiting.splice(0).forEach(answer);
    expect(new Set((await Promise.all(calls)).map(({ kind }) => kind))).toEqual(new Set(['response']));
    expect(seen).toBe(FAILURES_IN_A_ROW + 5);
  });

  it('a read that waits when the service stops is left for another', async () => {
    const places = placesOf(10_000);
    isSlow = true;
    const calls = Array.from({ length: 129 }, () => places.reading(LANE, BUDGET).send(CALL, inTime(60_000)));
    await arrived(128);
    places.lanes.close();
    await expect(calls.pop()).rejects.toMatchObject({ kind: 'retryable', code: 'stopping' });
    runner.close();
    await Promise.all(calls);
  });
});
