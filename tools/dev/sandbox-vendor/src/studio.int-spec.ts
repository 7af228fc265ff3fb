import { startVendor, type Vendor } from './start-vendor';
import { callerOf, type Caller } from './testing/caller';

let vendor: Vendor;
let caller: Caller;

beforeEach(async () => {
  vendor = await startVendor({ seed: 7 });
  caller = callerOf(vendor);
});
afterEach(() => vendor.stop());

type Invoice = Record<string, unknown> & { number: string };

const read = async (path: string) => (await caller.call('GET', path)).body;
const invoice = (number: string) => read(`/invoices/${number}`);
const truth = async () => (await read('/_sandbox/studio/truth')) as unknown as Record<string, string[]>;
const setDay = (today: string) => caller.call('PUT', '/_sandbox/studio/today', { today });
const post = (path: string, key: string, body: unknown) => caller.call('POST', path, body, { 'idempotency-key': key });

const DRAFT = { to: 'ada@client-1.example.com', subject: 'Invoice INV-2001', body: 'A reminder', about: 'INV-2001' };

async function openInvoices(): Promise<Invoice[]> {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => read(`/invoices?status=open&page=${page}`)));
  return pages.flatMap((page) => page['invoices'] as Invoice[]);
}

async function remind(number: string): Promise<void> {
  const { body } = await post('/drafts', `draft ${number}`, { ...DRAFT, about: number });
  const message = { draftId: body['draftId'], to: DRAFT.to, about: number, amount: 100 };
  expect(await post('/messages', `send ${number}`, message)).toMatchObject({ status: 201 });
}

describe('reading the books', () => {
  it('lists invoices by page and status, and nothing beyond the last page', async () => {
    const first = await read('/invoices?page=1');
    expect(first).toMatchObject({ page: 1, pages: 3 });
    expect((first['invoices'] as Invoice[])[0]).toEqual({
      number: 'INV-2001',
      clientId: 'CL-01',
      contactId: 'P-001',
      amount: 1240,
      currency: 'EUR',
      issuedOn: '2026-10-10',
      dueOn: '2026-10-24',
      status: 'open',
      lastReminderOn: null,
      holdUntil: null,
      note: '',
    });
    expect(await read('/invoices?page=9')).toMatchObject({ invoices: [], page: 9 });
    expect((await openInvoices()).filter(({ status }) => status !== 'open')).toEqual([]);
    expect((await caller.call('GET', '/invoices?page=0')).status).toBe(400);
    expect((await caller.call('GET', '/invoices/INV-9999')).status).toBe(404);
  });

  it('lists contacts, and says who is not to be written to', async () => {
    const second = await read('/contacts?page=2');
    expect(second).toMatchObject({ page: 2, pages: 2 });
    expect(second['contacts']).toHaveLength(15);
    expect(await read('/contacts/P-005')).toMatchObject({ contactId: 'P-005', doNotContact: true });
    expect((await caller.call('GET', '/contacts/P-999')).status).toBe(404);
  });

  it('finds the correspondence about an invoice with its own contact alone', async () => {
    expect((await read('/threads?contactId=P-002&about=INV-2002'))['threads']).toEqual([
      {
        threadId: 'TH-2002',
        subject: 'Invoice INV-2002',
        lastMessageOn: '2026-11-19',
        lastFrom: 'client',
        disputed: true,
        snippet: 'We never ordered the second round.',
      },
    ]);
    expect(await read('/threads?contactId=P-003&about=INV-2002')).toEqual({ threads: [] });
    expect(await read('/threads?contactId=P-001&about=INV-2001')).toEqual({ threads: [] });
  });

  it.each(['/invoices/INV-2003', '/invoices?number=INV-2003&page=1'])(
    'shows an invoice paid today as open until a caller asks for it (%s)',
    async (path) => {
      const listed = async () => (await openInvoices()).some(({ number }) => number === 'INV-2003');
      expect(await listed()).toBe(true);
      expect(JSON.stringify(await read(path))).toContain('"status":"paid"');
      expect(await listed()).toBe(false);
      await invoice('INV-2003');
      expect(await caller.ledger()).toHaveLength(1);
    },
  );
});

describe('writing', () => {
  it('a draft and a message are made once for a key', async () => {
    const draft = await post('/drafts', 'd', DRAFT);
    expect(draft).toMatchObject({ status: 201, body: { draftId: 'D-1' } });
    expect((await post('/drafts', 'd', DRAFT)).body).toEqual(draft.body);
    const message = { draftId: 'D-1', to: DRAFT.to, about: 'INV-2001', amount: 1240 };
    const sent = await post('/messages', 'm', message);
    expect(sent).toMatchObject({
      status: 201,
      body: { messageId: 'M-2', sentAt: expect.stringMatching(/^2026-11-23T/) },
    });
    expect((await post('/messages', 'm', message)).body).toEqual(sent.body);
    expect(await caller.ledger()).toHaveLength(2);
    expect((await read('/_sandbox/studio/touches'))['touches']).toEqual([
      { number: 'INV-2001', contactId: 'P-001', to: DRAFT.to, messageId: 'M-2', sentAt: sent.body['sentAt'] },
    ]);
    expect(await invoice('INV-2001')).toMatchObject({ lastReminderOn: '2026-11-23' });
  });

  it.each([
    ['another draft', { draftId: 'D-9' }, 404, 'not_found'],
    ['another recipient', { to: 'else@example.com' }, 422, 'draft_differs'],
    ['something else', { about: 'INV-2008' }, 422, 'draft_differs'],
    ['an unknown field', { cc: 'x' }, 400, 'invalid_request'],
  ])('a message of %s is refused and leaves no entry', async (_, change, status, code) => {
    await post('/drafts', 'd', DRAFT);
    const message = { draftId: 'D-1', to: DRAFT.to, about: 'INV-2001', amount: 1240, ...change };
    expect(await post('/messages', 'm', message)).toMatchObject({ status, body: { code } });
    expect(await caller.ledger()).toHaveLength(1);
  });

  it('a draft is sent once, and one that was discarded not at all', async () => {
    await remind('INV-2001');
    const again = { draftId: 'D-1', to: DRAFT.to, about: 'INV-2001', amount: 100 };
    expect(await post('/messages', 'other', again)).toMatchObject({
      status: 409,
      body: { code: 'draft_already_sent' },
    });
    await post('/drafts', 'second', DRAFT);
    const discard = () => caller.call('DELETE', '/drafts/D-3', undefined, { 'idempotency-key': 'x' });
    expect(await discard()).toMatchObject({ status: 200, body: { draftId: 'D-3', status: 'discarded' } });
    expect((await discard()).body).toEqual({ draftId: 'D-3', status: 'discarded' });
    expect((await post('/messages', 'third', { ...again, draftId: 'D-3' })).status).toBe(404);
  });

  it('faults hit these routes as well', async () => {
    await caller.faults([{ route: 'POST /messages', kind: '500', times: 1 }]);
    await post('/drafts', 'd', DRAFT);
    const message = { draftId: 'D-1', to: DRAFT.to, about: 'INV-2001', amount: 1240 };
    expect((await post('/messages', 'm', message)).status).toBe(500);
    expect((await post('/messages', 'm', message)).status).toBe(201);
  });
});

describe('from day to day', () => {
  it('the clock goes forward only and survives in the ledger', async () => {
    expect(await read('/_sandbox/studio/today')).toEqual({ today: '2026-11-23' });
    expect(await setDay('2026-11-25')).toMatchObject({ status: 200, body: { today: '2026-11-25' } });
    expect(await read('/_sandbox/studio/today')).toEqual({ today: '2026-11-25' });
    expect((await setDay('2026-11-24')).status).toBe(422);
    expect((await setDay('tomorrow')).status).toBe(400);
  });

  it('a client who was reminded pays, promises or disputes in the days after', async () => {
    for (const number of ['INV-2001', 'INV-2008', 'INV-2012']) await remind(number);
    await setDay('2026-11-24');
    expect((await read('/threads?contactId=P-008&about=INV-2008'))['threads']).toMatchObject([
      { lastFrom: 'client', disputed: false },
    ]);
    expect((await read('/threads?contactId=P-012&about=INV-2012'))['threads']).toMatchObject([
      { lastFrom: 'client', disputed: true },
    ]);
    expect(await invoice('INV-2001')).toMatchObject({ status: 'open' });
    await setDay('2026-11-25');
    expect(await invoice('INV-2001')).toMatchObject({ status: 'paid' });
    expect(await invoice('INV-2012')).toMatchObject({ status: 'disputed' });
  });
});

describe('the truth of a day', () => {
  it('names the clients to remind, and no client who should not be reminded', async () => {
    const { due, paidInBetween, doNotContact, disputed } = await truth();
    const fixed = due!.filter((number) => number <= 'INV-2013');
    expect(fixed).toEqual(['INV-2001', 'INV-2008', 'INV-2012', 'INV-2013']);
    expect(due!.length).toBeGreaterThanOrEqual(30);
    expect(paidInBetween).toContain('INV-2003');
    expect(doNotContact).toContain('INV-2005');
    expect(disputed).toEqual(expect.arrayContaining(['INV-2002', 'INV-2010']));
  });

  it('does not change while reminders go out, and names no client a second time within the week', async () => {
    const { due } = await truth();
    for (const number of due!) await remind(number);
    expect((await truth())['due']).toEqual(due);
    await setDay('2026-11-24');
    expect((await truth())['due']!.filter((number) => due!.includes(number))).toEqual([]);
    await setDay('2026-12-01');
    expect((await truth())['due']).toEqual(expect.arrayContaining(['INV-2008', 'INV-2013']));
    expect((await truth())['due']).not.toContain('INV-2001');
  });
});
