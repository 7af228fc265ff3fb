import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, environmentOf, textOf } from './files';

describe('deploy/make-env.mjs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-env-'));
  const run = () =>
    spawnSync(process.execPath, [join(ROOT, 'deploy/make-env.mjs'), folder], { encoding: 'utf8', timeout: 20_000 });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('writes a secret for each that .env.example wants, for its owner only, and never over another', () => {
    expect(run().status).toBe(0);
    const text = readFileSync(join(folder, '.env'), 'utf8');
    const made = environmentOf(text);
    expect([...made.keys()]).toEqual([...environmentOf(textOf('.env.example')).keys()]);
    expect(text).not.toMatch(/^[A-Z_]+=.*<[^>]*>/m);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(Buffer.from(made.get('ARBITER_MASTER_KEY')!, 'base64')).toHaveLength(32);
    expect(made.get('ARBITER_API_KEYS')).toBe(
      `caller:${createHash('sha256').update(made.get('ARBITER_API_KEY')!).digest('hex')}`,
    );
    const passwords = [...made].filter(([name]) => /PASSWORD|NATS_KEY/.test(name)).map(([, value]) => value);
    expect(new Set(passwords).size).toBe(passwords.length);
    for (const password of passwords) expect(password).toMatch(/^[a-z][0-9a-f]{40,}$/);

    const again = run();
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('remove it first')]);
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(text);
  });
});
