import { startVendor, type Vendor } from './start-vendor';
import { callerOf, type Caller } from './testing/caller';

let vendor: Vendor;
let caller: Caller;

beforeEach(async () => {
  vendor = await startVendor({ seed: 7 });
  caller = callerOf(vendor);
});
afterEach(() => vendor.stop());

const read = async (path: string) => (await caller.call('GET', path)).body;
const invoice = (number: string) => read(`/invoices/${number}`);
const setDay = (today: string) => caller.call('PUT', '/_sandbox/studio/today', { today });
const post = (path: string, key: string, body: unknown) => caller.call('POST', path, body, { 'idempotency-key': key });
const remove = (path: string, key: string) => caller.call('DELETE', path, undefined, { 'idempotency-key': key });

const MATCH = { payment: 'PAY-0001', number: 'INV-2006' };
const RECORD = { matchId: 'M-1', number: 'INV-2006', amount: 960 };
const match = () => post('/matches', 'match', MATCH);
const record = () => post('/invoice-payments', 'record', RECORD);

describe('payments that came in', () => {
  it('are listed by page, all or those that are matched or not, and read one by one', async () => {
    const numbersOf = async (query: string) =>
      ((await read(`/payments?${query}`))['payments'] as { payment: string }[]).map(({ payment }) => payment);
    expect(await read('/payments?page=1')).toMatchObject({ page: 1, pages: 1 });
    expect((await numbersOf('page=1')).length).toBeGreaterThanOrEqual(6);
    expect(await read('/payments/PAY-0001')).toEqual({
      payment: 'PAY-0001',
      receivedOn: '2026-11-20',
      payer: 'Client 6 Ltd',
      amount: 960,
      currency: 'EUR',
      remittance: 'Invoice INV-2006',
      matchedTo: null,
    });
    expect(await numbersOf('page=1&status=matched')).toEqual([]);
    await match();
    expect(await numbersOf('page=1&status=matched')).toEqual(['PAY-0001']);
    expect(await numbersOf('page=1&status=unmatched')).not.toContain('PAY-0001');
    expect((await caller.call('GET', '/payments/PAY-9999')).status).toBe(404);
    expect((await caller.call('GET', '/payments?page=0')).status).toBe(400);
  });
});

describe('a match', () => {
  it('is made once for a key, and changes nothing of the invoice', async () => {
    const made = await match();
    expect(made).toMatchObject({ status: 201, body: { matchId: 'M-1', ...MATCH } });
    expect((await match()).body).toEqual(made.body);
    expect(await caller.ledger()).toHaveLength(1);
    expect(await read('/payments/PAY-0001')).toMatchObject({ matchedTo: 'INV-2006' });
    expect(await invoice('INV-2006')).toMatchObject({ status: 'open' });
    expect(await post('/matches', 'other', { ...MATCH, number: 'INV-2007' })).toMatchObject({
      status: 409,
      body: { code: 'payment_matched' },
    });
  });

  it.each([
    ['an unknown payment', { payment: 'PAY-9999' }, 404, 'not_found'],
    ['an unknown invoice', { number: 'INV-9999' }, 404, 'not_found'],
    ['an invoice that is paid', { number: 'INV-2009' }, 409, 'invoice_not_open'],
    ['an unknown field', { amount: 1 }, 400, 'invalid_request'],
  ])('of %s is refused and leaves no entry', async (_, change, status, code) => {
    expect(await post('/matches', 'm', { ...MATCH, ...change })).toMatchObject({ status, body: { code } });
    expect(await caller.ledger()).toEqual([]);
  });

  it('is discarded once, whatever the key, and the payment can be matched again', async () => {
    await match();
    expect(await remove('/matches/M-1', 'x')).toMatchObject({
      status: 200,
      body: { matchId: 'M-1', status: 'discarded' },
    });
    for (const key of ['x', 'y']) expect((await remove('/matches/M-1', key)).status).toBe(200);
    expect(await caller.ledger()).toHaveLength(2);
    expect((await remove('/matches/M-9', 'z')).status).toBe(404);
    expect(await read('/payments/PAY-0001')).toMatchObject({ matchedTo: null });
    expect(await post('/matches', 'again', MATCH)).toMatchObject({ status: 201, body: { matchId: 'M-3' } });
  });

  it('is not discarded while the payment is recorded by it', async () => {
    await match();
    await record();
    expect(await remove('/matches/M-1', 'x')).toMatchObject({ status: 409, body: { code: 'match_recorded' } });
    await remove('/invoice-payments/PR-2', 'y');
    expect((await remove('/matches/M-1', 'x')).status).toBe(200);
  });
});

describe('a recorded payment', () => {
  it('is recorded once for a key, and its invoice is paid', async () => {
    await match();
    const made = await record();
    const body = { recordId: 'PR-2', number: 'INV-2006', amount: 960, recordedOn: '2026-11-23' };
    expect(made).toMatchObject({ status: 201, body });
    expect((await record()).body).toEqual(made.body);
    expect(await invoice('INV-2006')).toMatchObject({ status: 'paid' });
    expect(await caller.ledger()).toHaveLength(2);
    expect(await post('/invoice-payments', 'other', RECORD)).toMatchObject({
      status: 409,
      body: { code: 'invoice_not_open' },
    });
  });

  it('spares its client the reminder', async () => {
    const due = async () => (await read('/_sandbox/studio/truth'))['due'];
    expect(await due()).toContain('INV-2013');
    await post('/matches', 'm', { payment: 'PAY-0002', number: 'INV-2013' });
    await post('/invoice-payments', 'r', { matchId: 'M-1', number: 'INV-2013', amount: 7_400 });
    expect(await due()).not.toContain('INV-2013');
  });

  it.each([
    ['another match', { matchId: 'M-9' }, 404, 'not_found'],
    ['another invoice', { number: 'INV-2007' }, 422, 'match_differs'],
    ['another amount', { amount: 950 }, 422, 'match_differs'],
    ['an unknown field', { note: 'x' }, 400, 'invalid_request'],
  ])('of %s is refused and leaves no entry', async (_, change, status, code) => {
    await match();
    expect(await post('/invoice-payments', 'r', { ...RECORD, ...change })).toMatchObject({ status, body: { code } });
    expect(await caller.ledger()).toHaveLength(1);
  });

  it('is deleted once, whatever the key, and its invoice is open again', async () => {
    await match();
    await record();
    expect(await remove('/invoice-payments/PR-2', 'x')).toMatchObject({
      status: 200,
      body: { recordId: 'PR-2', status: 'deleted' },
    });
    for (const key of ['x', 'y']) expect((await remove('/invoice-payments/PR-2', key)).status).toBe(200);
    expect(await caller.ledger()).toHaveLength(3);
    expect((await remove('/invoice-payments/PR-9', 'z')).status).toBe(404);
    expect(await invoice('INV-2006')).toMatchObject({ status: 'open' });
  });

  it('is not deleted once its month is closed', async () => {
    await match();
    await record();
    await setDay('2026-12-01');
    expect(await remove('/invoice-payments/PR-2', 'x')).toMatchObject({ status: 409, body: { code: 'month_closed' } });
    expect(await invoice('INV-2006')).toMatchObject({ status: 'paid' });
  });
});

it.each([
  ['POST /matches', match],
  ['DELETE /matches/{matchId}', () => remove('/matches/M-9', 'x')],
  ['POST /invoice-payments', record],
  ['DELETE /invoice-payments/{recordId}', () => remove('/invoice-payments/PR-9', 'x')],
])('faults hit %s as well', async (route, request) => {
  await caller.faults([{ route, kind: '500', times: 1 }]);
  expect((await request()).status).toBe(500);
  expect((await request()).status).not.toBe(500);
});

it('a change without an Idempotency-Key is refused', async () => {
  for (const [method, path, body] of [
    ['POST', '/matches', MATCH],
    ['POST', '/invoice-payments', RECORD],
    ['DELETE', '/matches/M-1', undefined],
    ['DELETE', '/invoice-payments/PR-1', undefined],
  ] as const)
    expect(await caller.call(method, path, body)).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_missing' },
    });
});
