import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './files';

const isThere = spawnSync('git', ['--version'], { timeout: 20_000 }).status === 0;
if (!isThere) process.stderr.write('arbiter: no git on PATH, so what it would take in is not tried\n');

/** In a repository of its own, for the sources may have come without theirs. */
(isThere ? describe : describe.skip)('git', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-ignored-'));
  const git = (...words: string[]): number | null => spawnSync('git', words, { cwd: folder, timeout: 20_000 }).status;

  beforeAll(() => {
    expect(git('init', '--quiet')).toBe(0);
    copyFileSync(join(ROOT, '.gitignore'), join(folder, '.gitignore'));
  });

  it.each(['.env', '.env.local', '.env.production', 'deploy/.env', '.data/secrets/master-key'])(
    'never takes in %s, which holds secrets',
    (file) => {
      expect(git('check-ignore', '--quiet', file)).toBe(0);
    },
  );

  it.each(['.env.example', 'docker-compose.yml'])('takes in %s', (file) => {
    expect(git('check-ignore', '--quiet', file)).toBe(1);
  });
});
