import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startVendor, type Vendor } from './start-vendor';

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly authorization: string;
  readonly body: string;
}

describe('the page on which an account is linked (CH-17)', () => {
  const asked: Asked[] = [];
  let answer: { status: number; body: object };
  let arbiter: Server;
  let vendor: Vendor;

  beforeAll(async () => {
    arbiter = createServer((request, response) => {
      void text(request).then((body) => {
        asked.push({
          method: request.method!,
          url: request.url!,
          authorization: request.headers.authorization ?? '',
          body,
        });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => arbiter.listen(0, '127.0.0.1', resolve));
    vendor = await startVendor({
      arbiter: { url: `http://127.0.0.1:${(arbiter.address() as AddressInfo).port}`, key: 'site' },
    });
  });
  afterAll(async () => {
    await vendor.stop();
    arbiter.close();
  });
  beforeEach(() => {
    asked.length = 0;
    answer = { status: 200, body: { channel: 'telegram', userId: '<7001>' } };
  });

  const submit = (fields: Record<string, string>, to = vendor) =>
    fetch(`${to.url}/link`, { method: 'POST', body: new URLSearchParams(fields) });

  it('shows whose account it is and asks who is logged in', async () => {
    const response = await fetch(`${vendor.url}/link?code=a.b`);
    expect(asked).toEqual([{ method: 'GET', url: '/api/links?code=a.b', authorization: 'Bearer site', body: '' }]);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const page = await response.text();
    expect(page).toContain('The telegram account <b>&lt;7001&gt;</b> will speak for you');
    expect(page).toContain('<option value="C-0001">');
  });

  it('tells Arbiter who it is', async () => {
    const response = await submit({ code: 'a.b', customerId: 'C-0001' });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('is C-0001 from now on')]);
    expect(asked.map(({ method, body }) => [method, JSON.parse(body) as unknown])).toEqual([
      ['POST', { code: 'a.b', customerId: 'C-0001' }],
    ]);
  });

  it('says why it did not work', async () => {
    answer = { status: 410, body: { detail: 'the code is too old; have the person write again' } };
    const response = await submit({ code: 'a.b', customerId: 'C-0001' });
    expect([response.status, await response.text()]).toEqual([410, expect.stringContaining('the code is too old')]);
    expect((await submit({ code: 'a.b', customerId: 'C-9999' })).status).toBe(404);
    expect((await submit({ code: 'a.b' })).status).toBe(400);
    expect(asked).toHaveLength(1);
  });

  it('says when the shop knows no Arbiter', async () => {
    const alone = await startVendor();
    const response = await fetch(`${alone.url}/link?code=a.b`);
    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('set SANDBOX_ARBITER_URL')]);
    await alone.stop();
  });
});
