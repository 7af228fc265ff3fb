import { startVendor, type Vendor } from './start-vendor';
import { callerOf, type Caller } from './testing/caller';

let vendor: Vendor;
let caller: Caller;

beforeEach(async () => {
  vendor = await startVendor();
  caller = callerOf(vendor);
});
afterEach(() => vendor.stop());

const read = async (path: string) => (await caller.call('GET', path)).body;
const post = (path: string, key: string, body: unknown) => caller.call('POST', path, body, { 'idempotency-key': key });
const MAIL = { memberId: 'mara', to: 'edith@workshop.example', text: 'See you on Friday.' };

describe('the folder of the desk', () => {
  it('lists its files without what is in them, and reads one', async () => {
    const { files } = (await read('/desk/files')) as { files: Record<string, unknown>[] };
    expect(files).toContainEqual({
      fileId: 'F-01',
      name: 'Lease of the workshop',
      changedOn: '2026-09-14',
      changedBy: 'Mara',
    });
    for (const { fileId, name } of files)
      expect(await read(`/desk/files/${String(fileId)}`)).toMatchObject({
        name,
        sections: expect.arrayContaining([{ heading: expect.any(String), text: expect.any(String) }]),
      });
    expect((await caller.call('GET', '/desk/files/F-99')).status).toBe(404);
  });
});

describe('the notes and the mail of the desk', () => {
  it('are listed with what was there before, and each request is done once', async () => {
    const before = (await read('/desk/mails'))['mails'] as object[];
    for (let times = 0; times < 2; times += 1)
      expect(await post('/desk/mails', 'k-1', MAIL)).toMatchObject({ status: 201, body: { status: 'sent' } });
    expect((await read('/desk/mails'))['mails']).toEqual([
      ...before,
      expect.objectContaining({ from: 'mara@workshop.example', to: MAIL.to, text: MAIL.text }),
    ]);
    expect(await caller.ledger('?route=POST%20/desk/mails')).toHaveLength(1);
    await post('/desk/notes', 'k-2', { memberId: 'edith', text: 'Buy brushes.' });
    expect((await read('/desk/notes'))['notes']).toContainEqual(
      expect.objectContaining({ writtenBy: 'edith', text: 'Buy brushes.' }),
    );
  });

  it.each([
    ['from a stranger', { ...MAIL, memberId: 'stranger' }, 404],
    ['for what is no address', { ...MAIL, to: 'edith' }, 400],
    ['without a text', { ...MAIL, text: '' }, 400],
  ])('take nothing %s', async (_, body, status) => {
    expect((await post('/desk/mails', 'k-1', body)).status).toBe(status);
    expect(await caller.ledger()).toEqual([]);
  });
});
