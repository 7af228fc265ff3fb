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

describe('reads', () => {
  it('an order comes with its status, carrier, day, refund and ETag', async () => {
    const { status, body, headers } = await caller.call('GET', '/customers/C-0001/orders/1002');
    expect(status).toBe(200);
    expect(body).toMatchObject({ orderNumber: '1002', status: 'shipped', refund: null });
    expect(body['tracking']).toBe(
      `on its way with ${String(body['carrier'])}, expected to arrive on ${String(body['eta'])}`,
    );
    expect(headers.get('etag')).toBe('"1002-0"');
  });

  it('an order comes with what is in it, in both languages, and what it goes for', async () => {
    const { body } = await caller.call('GET', '/customers/C-0001/orders/1002');
    expect(body).toMatchObject({ placedOn: '2026-11-18', address: expect.any(String), refundable: 45.93, refunds: [] });
    expect(body['items']).toEqual([
      expect.objectContaining({
        names: { en: 'House blend coffee, 1 kg', de: 'Kaffee Hausmischung, 1 kg' },
        quantity: 2,
        price: 36.98,
        currency: 'EUR',
      }),
      expect.objectContaining({
        names: { en: 'Ginger biscuits, tin', de: 'Ingwerkekse in der Dose' },
        quantity: 1,
        price: 8.95,
        currency: 'EUR',
      }),
    ]);
  });

  it('the newest orders come newest first, as many as are wanted', async () => {
    const { body } = await caller.call('GET', '/customers/C-0001/orders?newest=3');
    expect((body['orders'] as { orderNumber: string }[]).map(({ orderNumber }) => orderNumber)).toEqual([
      '1602',
      '1001',
      '1002',
    ]);
    expect((await caller.call('GET', '/customers/C-0001/orders?newest=0')).status).toBe(400);
  });

  it("another customer's order answers exactly as one that does not exist", async () => {
    const others = await caller.call('GET', '/customers/C-0001/orders/1005');
    const nobodys = await caller.call('GET', '/customers/C-0001/orders/9999');
    expect(others).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect({ status: nobodys.status, body: nobodys.body }).toEqual({ status: others.status, body: others.body });
  });

  it('a customer comes with all their orders, and an unknown one with none', async () => {
    expect((await caller.call('GET', '/customers/C-0001')).body).toMatchObject({ customerId: 'C-0001' });
    expect((await caller.call('GET', '/customers/C-0001/orders')).body['orders']).toHaveLength(6);
    expect((await caller.call('GET', '/customers/C-9999')).status).toBe(404);
    expect((await caller.call('GET', '/customers/C-9999/orders')).status).toBe(404);
  });
});

describe('mutations with an Idempotency-Key', () => {
  it('the same key and body give the same answer and one entry', async () => {
    const first = await caller.refund('k1', SMALL);
    const again = await caller.refund('k1', { amount: 21.44, orderNumber: '1003', customerId: 'C-0001' });
    expect(first).toMatchObject({ status: 201, body: { status: 'refunded', amount: 21.44, orderNumber: '1003' } });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await caller.ledger('?orderNumber=1003')).toEqual([
      expect.objectContaining({ sequence: 1, route: 'POST /refunds', kind: 'native_key', key: 'k1', body: SMALL }),
    ]);
  });

  it('the same key with another body is refused with 422', async () => {
    await caller.refund('k1', SMALL);
    expect(await caller.refund('k1', { ...SMALL, amount: 1 })).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    });
    expect(await caller.ledger()).toHaveLength(1);
  });

  it('an order is refunded once, whatever the key', async () => {
    await caller.refund('k1', SMALL);
    expect(await caller.refund('k2', SMALL)).toMatchObject({ status: 409, body: { code: 'already_refunded' } });
  });

  it('an order is refunded in parts until nothing is left', async () => {
    const part = { ...SMALL, amount: 20 };
    expect(await caller.refund('k1', part)).toMatchObject({ status: 201 });
    expect((await caller.call('GET', '/customers/C-0001/orders/1003')).body).toMatchObject({
      refundable: 1.44,
      refunds: [
        {
          refundId: 'R-1',
          amount: 20,
          currency: 'EUR',
          refundedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          arrivesOn: expect.any(String),
        },
      ],
    });
    expect(await caller.refund('k2', part)).toMatchObject({ status: 422, body: { code: 'amount_exceeds_rest' } });
    expect(await caller.refund('k3', { ...SMALL, amount: 1.44 })).toMatchObject({ status: 201 });
    expect(await caller.refund('k4', { ...SMALL, amount: 0.01 })).toMatchObject({
      status: 409,
      body: { code: 'already_refunded' },
    });
  });

  it('a second call for a person gets the person who is already coming', async () => {
    const call = (key: string, customerId = 'C-0001') =>
      caller.call('POST', '/handoffs', { customerId, reason: 'asked for a person' }, { 'idempotency-key': key });
    expect(await call('h1')).toMatchObject({ status: 201, body: { handoffId: 'H-1', status: 'queued' } });
    expect(await call('h2')).toMatchObject({ status: 200, body: { handoffId: 'H-1', status: 'already_queued' } });
    expect(await call('h1')).toMatchObject({ status: 201, body: { handoffId: 'H-1', status: 'queued' } });
    expect(await call('h3', 'C-0002')).toMatchObject({ status: 201, body: { handoffId: 'H-2', status: 'queued' } });
  });

  it('a hand-off is queued once for one key', async () => {
    const body = { customerId: 'C-0001', reason: 'asked for a person' };
    const first = await caller.call('POST', '/handoffs', body, { 'idempotency-key': 'h1' });
    const again = await caller.call('POST', '/handoffs', body, { 'idempotency-key': 'h1' });
    expect(again.body).toEqual(first.body);
    expect(await caller.ledger('?route=POST%20%2Fhandoffs')).toHaveLength(1);
  });

  it.each([
    ['no key', '', SMALL, 400, 'idempotency_key_missing'],
    ["another customer's order", 'k', { ...SMALL, orderNumber: '1005' }, 404, 'not_found'],
    ['more than was paid', 'k', { ...SMALL, amount: 21.45 }, 422, 'amount_exceeds_total'],
    ['parts of a cent', 'k', { ...SMALL, amount: 1.005 }, 422, 'invalid_amount'],
    ['an amount as a text', 'k', { ...SMALL, amount: '21.44' }, 400, 'invalid_request'],
    ['an unknown field', 'k', { ...SMALL, note: 'x' }, 400, 'invalid_request'],
  ])('%s is refused and leaves no entry', async (_, key, body, status, code) => {
    expect(await caller.refund(key, body)).toMatchObject({ status, body: { code } });
    expect(await caller.ledger()).toEqual([]);
  });
});

describe('mutations with If-Match', () => {
  const path = '/customers/C-0001/orders/1004/refund';
  const body = { amount: 126.47, reference: 'k1' };

  it('a refund under the current ETag changes the order and its ETag', async () => {
    const done = await caller.call('PUT', path, body, { 'if-match': '"1004-0"' });
    const order = await caller.call('GET', '/customers/C-0001/orders/1004');
    expect(done).toMatchObject({ status: 201, body: { status: 'refunded', reference: 'k1' } });
    expect(order.body['refund']).toEqual(done.body);
    expect(order.headers.get('etag')).toBe('"1004-1"');
  });

  it('a second refund is refused: 412 under the old ETag, 409 under the new one', async () => {
    await caller.call('PUT', path, body, { 'if-match': '"1004-0"' });
    expect((await caller.call('PUT', path, body, { 'if-match': '"1004-0"' })).status).toBe(412);
    expect(await caller.call('PUT', path, body, { 'if-match': '"1004-1"' })).toMatchObject({
      status: 409,
      body: { code: 'already_refunded' },
    });
    expect(await caller.ledger()).toHaveLength(1);
  });

  it('without If-Match it is refused with 428', async () => {
    expect((await caller.call('PUT', path, body)).status).toBe(428);
  });

  it('a refund by key is seen by the ETag too', async () => {
    await caller.refund('k1', { customerId: 'C-0001', orderNumber: '1004', amount: 1 });
    expect((await caller.call('PUT', path, body, { 'if-match': '"1004-0"' })).status).toBe(412);
  });
});

describe('a cancellation', () => {
  const cancel = (order: string, etag: string, reference = 'k1') =>
    caller.call('PUT', `/customers/C-0001/orders/${order}/cancellation`, { reference }, { 'if-match': `"${etag}"` });

  it('stops an order that has not left, and the order says so', async () => {
    expect(await cancel('1001', '1001-0')).toMatchObject({
      status: 201,
      body: { cancellationId: 'X-1', status: 'cancelled', reference: 'k1' },
    });
    const order = await caller.call('GET', '/customers/C-0001/orders/1001');
    expect(order.body).toMatchObject({
      status: 'cancelled',
      eta: null,
      carrier: null,
      cancellation: { cancellationId: 'X-1', reference: 'k1' },
    });
    expect(order.headers.get('etag')).toBe('"1001-1"');
  });

  it.each([
    ['1002', '1002-0', 409, 'already_shipped'],
    ['1003', '1003-0', 409, 'already_shipped'],
    ['1601', '1601-0', 409, 'already_cancelled'],
    ['1001', '1001-7', 412, 'order_changed'],
    ['1005', '1005-0', 404, 'not_found'],
  ])('of order %s under %s is refused with %s %s', async (order, etag, status, code) => {
    expect(await cancel(order, etag)).toMatchObject({ status, body: { code } });
    expect(await caller.ledger()).toEqual([]);
  });
});

describe('a change of address', () => {
  const change = (orderNumber: string, address = 'Seeweg 1, 18055 Rostock') =>
    caller.call('POST', '/address-changes', { customerId: 'C-0001', orderNumber, address, reference: 'ref-1' });

  it('stands on the order, changes its ETag, and is found by its reference', async () => {
    expect((await caller.call('GET', '/address-changes?reference=ref-1')).body).toEqual({ changes: [] });
    expect(await change('1001')).toMatchObject({ status: 201, body: { changeId: 'A-1', status: 'address_changed' } });
    const order = await caller.call('GET', '/customers/C-0001/orders/1001');
    expect(order.body).toMatchObject({ address: 'Seeweg 1, 18055 Rostock', addressChange: { changeId: 'A-1' } });
    expect(order.headers.get('etag')).toBe('"1001-1"');
    expect((await caller.call('GET', '/address-changes?reference=ref-1')).body['changes']).toMatchObject([
      { changeId: 'A-1' },
    ]);
  });

  it.each([
    ['1002', 409, 'already_shipped'],
    ['1601', 409, 'already_cancelled'],
    ['1005', 404, 'not_found'],
  ])('of order %s is refused with %s %s', async (order, status, code) => {
    expect(await change(order)).toMatchObject({ status, body: { code } });
  });
});

describe('tickets of a customer', () => {
  it('are found by their number, or the newest, and never by another customer', async () => {
    const open = (customerId: string) =>
      caller.call('POST', '/tickets', { customerId, summary: 'The mug is chipped', reference: `ref-${customerId}` });
    const tickets = (path: string) => caller.call('GET', `/customers/${path}`);
    expect(await tickets('C-0001/tickets?newest=1')).toMatchObject({ status: 200, body: { tickets: [] } });
    await open('C-0001');
    await open('C-0002');
    await open('C-0001');
    expect((await tickets('C-0001/tickets?newest=1')).body['tickets']).toEqual([
      { ticketId: 'T-3', status: 'open', openedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    ]);
    expect((await tickets('C-0001/tickets?ticketId=t-1')).body['tickets']).toMatchObject([{ ticketId: 'T-1' }]);
    expect(await tickets('C-0001/tickets?ticketId=T-2')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('mutations with neither', () => {
  it('a repeated plain refund makes a second entry, and the order shows neither', async () => {
    await caller.call('POST', '/plain/refunds', SMALL);
    await caller.call('POST', '/plain/refunds', SMALL);
    expect(await caller.ledger('?kind=none')).toHaveLength(2);
    expect((await caller.call('GET', '/customers/C-0001/orders/1003')).body['refund']).toBeNull();
    expect((await caller.call('GET', '/plain/refunds')).status).toBe(404);
  });

  it('a repeated ticket makes a second one, and both are found by their reference', async () => {
    const ticket = { customerId: 'C-0001', summary: 'The mug is chipped', reference: 'ref-1' };
    expect((await caller.call('GET', '/tickets?reference=ref-1')).body).toEqual({ tickets: [] });
    await caller.call('POST', '/tickets', ticket);
    await caller.call('POST', '/tickets', ticket);
    expect((await caller.call('GET', '/tickets?reference=ref-1')).body['tickets']).toHaveLength(2);
    expect((await caller.call('GET', '/tickets?reference=ref-2')).body['tickets']).toHaveLength(0);
  });
});

describe('the back office', () => {
  it('lists the orders of everybody in a state, a hundred a page', async () => {
    const { body } = await caller.call('GET', '/orders?status=processing&page=1');
    const { body: last } = await caller.call('GET', `/orders?status=processing&page=${String(body['pages'])}`);
    const orders = [...(body['orders'] as object[]), ...(last['orders'] as object[])];
    expect(body).toMatchObject({ page: 1, pages: 2 });
    expect(orders.length).toBeGreaterThan(100);
    expect(orders).toContainEqual({
      orderNumber: '1001',
      status: 'processing',
      placedOn: '2026-11-20',
      total: expect.any(Number),
      currency: 'EUR',
      notedOn: null,
    });
  });

  it('keeps one note a key beside an order, which stays as it is', async () => {
    const note = { orderNumber: '1001', note: 'Not shipped yet.' };
    const before = await caller.call('GET', '/customers/C-0001/orders/1001');
    const first = await caller.call('POST', '/order-notes', note, { 'idempotency-key': 'k1' });
    expect(first).toMatchObject({ status: 201, body: { noteId: 'N-1', orderNumber: '1001', status: 'noted' } });
    expect((await caller.call('POST', '/order-notes', note, { 'idempotency-key': 'k1' })).body).toEqual(first.body);
    const after = await caller.call('GET', '/customers/C-0001/orders/1001');
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    const { body } = await caller.call('GET', '/orders?status=processing&page=1');
    expect(body['orders']).toContainEqual(
      expect.objectContaining({ orderNumber: '1001', notedOn: new Date().toISOString().slice(0, 10) }),
    );
    expect(
      (await caller.call('POST', '/order-notes', { ...note, orderNumber: '9999' }, { 'idempotency-key': 'k2' })).status,
    ).toBe(404);
  });
});
