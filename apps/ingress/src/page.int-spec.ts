import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { isPageBuilt, servePage } from './http/page';
import { Laboratory } from './testing/laboratory';

/** A folder as the page's build leaves it, with a secret beside it. */
function builtPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-page-'));
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'treasure');
  writeFileSync(join(folder, 'dist/index.html'), '<div id="root"></div>');
  writeFileSync(join(folder, 'dist/assets/index-abc.js'), 'start()');
  writeFileSync(join(folder, 'dist/assets/index-abc.js.gz'), gzipSync('start()'));
  return join(folder, 'dist');
}

describe('the page', () => {
  let server: FastifyInstance;
  let url: string;

  beforeAll(async () => {
    server = fastify();
    servePage(server, builtPage());
    url = await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());

  it('is asked for again each time, its parts never', async () => {
    const index = await fetch(url);
    expect([index.status, index.headers.get('cache-control'), index.headers.get('content-type')]).toEqual([
      200,
      'no-cache',
      'text/html; charset=utf-8',
    ]);
    const part = await fetch(`${url}/assets/index-abc.js`);
    expect([
      part.status,
      part.headers.get('cache-control'),
      part.headers.get('content-type'),
      await part.text(),
    ]).toEqual([200, 'public, max-age=31536000, immutable', 'text/javascript; charset=utf-8', 'start()']);
    expect((await raw(url, '/', { 'if-none-match': index.headers.get('etag')! })).status).toBe(304);
  });

  it.each([
    ['gzip, br', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
    ['gzip;q=0.5', 'gzip'],
  ])('comes to who accepts %s as %s', async (accepted, encoding) => {
    const response = await fetch(`${url}/assets/index-abc.js`, { headers: { 'accept-encoding': accepted } });
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([encoding, 'start()']);
  });

  it('runs and styles nothing but its own files, and cannot be framed', async () => {
    const { headers } = await fetch(url);
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*|nonce/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    '/assets/../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5csecret.txt',
    '/assets//etc/passwd',
    '/assets/',
    '/assets/__proto__',
    '/index.html',
    '/secret.txt',
    '/../secret.txt',
  ])('is all that is served: %s is not found', async (path) => {
    const { status, body } = await raw(url, path);
    expect(status).toBe(404);
    expect(body).not.toContain('treasure');
  });

  it('says how to build it when it was not', async () => {
    const bare = fastify();
    const nowhere = join(tmpdir(), 'arbiter-no-page');
    servePage(bare, nowhere);
    const response = await bare.inject('/');
    expect(isPageBuilt(nowhere)).toBe(false);
    expect([response.statusCode, response.json().detail]).toEqual([404, expect.stringContaining('npm start')]);
    await bare.close();
  });

  it('asks for no key, though everything it shows does', async () => {
    const laboratory = await Laboratory.open();
    const guarded = await laboratory.start({
      ARBITER_API_KEYS: `page:${createHash('sha256').update('right').digest('hex')}`,
    });
    expect((await fetch(guarded.url)).status).not.toBe(401);
    expect((await fetch(`${guarded.url}/assets/x.js`)).status).toBe(404);
    for (const what of ['messages', 'events', 'threads'])
      expect((await fetch(`${guarded.url}/api/sessions/s/${what}?userId=C-1`)).status).toBe(401);
    await laboratory.close();
  });
});

/** As written: fetch would tidy the path up first, and asks past every cache as soon as it is given an ETag. */
function raw(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode!, body }));
    })
      .on('error', reject)
      .end();
  });
}
