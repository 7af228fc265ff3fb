import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVendor, type Vendor } from './start-vendor';
import { callerOf, type Caller } from './testing/caller';

const SMALL = { customerId: 'C-0001', orderNumber: '1003', amount: 21.44 };
let vendor: Vendor;
let caller: Caller;

beforeEach(async () => {
  vendor = await startVendor();
  caller = callerOf(vendor);
});
afterEach(() => vendor.stop());

describe('the request log', () => {
  it('holds every request with its status, refused and unknown ones too, and none of the sandbox routes', async () => {
    await caller.ledger();
    expect(await caller.requests()).toEqual({ seen: 0, requests: [] });
    await caller.refund('k1', SMALL);
    await caller.call('POST', '/refunds', {});
    await caller.call('GET', '/nowhere');
    const { seen, requests } = await caller.requests();
    expect(seen).toBe(3);
    expect(requests.map(({ method, path, status, idempotencyKey }) => [method, path, status, idempotencyKey])).toEqual([
      ['POST', '/refunds', 201, 'k1'],
      ['POST', '/refunds', 400, null],
      ['GET', '/nowhere', 404, null],
    ]);
  });

  it('is empty again once cleared', async () => {
    await caller.call('GET', '/customers/C-0001');
    await caller.call('DELETE', '/_sandbox/requests');
    expect((await caller.requests()).seen).toBe(0);
  });
});

describe('faults', () => {
  it('a 429 carries Retry-After, hits as often as told, and has no effect', async () => {
    await caller.faults([{ route: 'POST /refunds', kind: '429', retryAfterSeconds: 7, times: 1 }]);
    const refused = await caller.refund('k1', SMALL);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await caller.ledger()).toEqual([]);
    expect((await caller.refund('k1', SMALL)).status).toBe(201);
  });

  it('a 500 goes on until it is switched off, and hits its route alone', async () => {
    await caller.faults([{ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: '500' }]);
    expect((await caller.call('GET', '/customers/C-0001/orders/1002')).status).toBe(500);
    expect((await caller.call('GET', '/customers/C-0001/orders/1002')).status).toBe(500);
    expect((await caller.call('GET', '/customers/C-0001')).status).toBe(200);
    await caller.call('DELETE', '/_sandbox/faults');
    expect((await caller.call('GET', '/customers/C-0001/orders/1002')).status).toBe(200);
  });

  it.each(['400', '404', '409', '422'] as const)(
    'a %s is no answer about an earlier request with the key',
    async (kind) => {
      await caller.refund('k1', SMALL);
      await caller.faults([{ route: 'POST /refunds', kind, times: 1 }]);
      expect((await caller.refund('k1', SMALL)).status).toBe(Number(kind));
      expect((await caller.refund('k1', SMALL)).status).toBe(201);
      expect(await caller.ledger()).toHaveLength(1);
    },
  );

  it('a 500 after the effect leaves the entry', async () => {
    await caller.faults([{ route: 'POST /refunds', kind: '500_after_effect', times: 1 }]);
    expect((await caller.refund('k1', SMALL)).status).toBe(500);
    expect(await caller.ledger()).toHaveLength(1);
  });

  it('a fault may let requests pass first', async () => {
    await caller.faults([{ route: 'POST /refunds', kind: '500', after: 1, times: 1 }]);
    const statuses = [];
    for (let request = 0; request < 3; request += 1) statuses.push((await caller.refund('k1', SMALL)).status);
    expect(statuses).toEqual([201, 500, 201]);
  });

  it('a connection cut after the effect leaves the entry, and the same key then gets its answer', async () => {
    await caller.faults([{ route: 'POST /refunds', kind: 'reset_after_effect', times: 1 }]);
    await expect(caller.refund('k1', SMALL)).rejects.toThrow('fetch failed');
    expect(await caller.ledger()).toHaveLength(1);
    expect((await caller.refund('k1', SMALL)).status).toBe(201);
    expect(await caller.ledger()).toHaveLength(1);
    expect((await caller.requests()).requests.map(({ status }) => status)).toEqual([null, 201]);
  });

  it('a connection cut before the effect leaves none', async () => {
    await caller.faults([
      { route: 'PUT /customers/{customerId}/orders/{orderNumber}/refund', kind: 'reset_before_effect' },
    ]);
    const refund = caller.call(
      'PUT',
      '/customers/C-0001/orders/1003/refund',
      { amount: 1, reference: 'k' },
      { 'if-match': '"1003-0"' },
    );
    await expect(refund).rejects.toThrow('fetch failed');
    expect(await caller.ledger()).toEqual([]);
  });

  it('an answer that is held comes after its effect and after the faults are replaced', async () => {
    await caller.faults([{ route: 'POST /refunds', kind: 'held' }]);
    const order: string[] = [];
    const held = caller.refund('k1', SMALL).then(({ status }) => order.push(`answered ${status}`));
    for (let look = 0; look < 1_000 && (await caller.ledger()).length === 0; look += 1)
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    order.push('replaced');
    await caller.faults([]);
    await held;
    expect(order).toEqual(['replaced', 'answered 201']);
  });

  it('a slow answer comes after its effect, and stopping the vendor does not wait for it', async () => {
    await caller.faults([{ route: 'POST /refunds', kind: 'slow', delayMilliseconds: 120_000 }]);
    const late = caller.refund('k1', SMALL).catch((error: Error) => error);
    for (let polls = 0; polls < 1_000 && (await caller.ledger()).length === 0; polls += 1)
      await new Promise(setImmediate);
    expect(await caller.ledger()).toHaveLength(1);
    expect((await caller.requests()).requests).toEqual([expect.objectContaining({ path: '/refunds', status: null })]);
    await vendor.stop();
    await late;
  });

  it.each([
    ['an unknown route', [{ route: 'POST /refund', kind: '500' }], /is none of: .*POST \/refunds/],
    ['an unknown kind', [{ route: 'POST /refunds', kind: 'fire' }], /kind must be equal to one of the allowed values/],
  ])('%s is refused by name', async (_, faults, message) => {
    expect(await caller.call('PUT', '/_sandbox/faults', faults)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    });
  });
});

describe('the ledger', () => {
  it('clearing it undoes every effect', async () => {
    await caller.refund('k1', SMALL);
    await caller.call('DELETE', '/_sandbox/ledger');
    expect(await caller.ledger()).toEqual([]);
    expect((await caller.refund('k1', { ...SMALL, amount: 1 })).status).toBe(201);
  });

  it('kept in a folder, it survives a restart, and half a line after a crash is dropped', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'vendor-'));
    try {
      const before = await startVendor({ dataFolder });
      const first = await callerOf(before).refund('k1', SMALL);
      await before.stop();
      appendFileSync(join(dataFolder, 'ledger.jsonl'), '{"sequence":2,"rou');

      const after = await startVendor({ dataFolder });
      const again = callerOf(after);
      expect((await again.refund('k1', SMALL)).body).toEqual(first.body);
      expect((await again.refund('k2', SMALL)).status).toBe(409);
      await again.refund('k3', { customerId: 'C-0001', orderNumber: '1004', amount: 1 });
      await after.stop();

      const last = await startVendor({ dataFolder });
      expect((await callerOf(last).ledger()).map(({ sequence, key }) => [sequence, key])).toEqual([
        [1, 'k1'],
        [2, 'k3'],
      ]);
      await last.stop();
    } finally {
      rmSync(dataFolder, { recursive: true });
    }
  });
});
