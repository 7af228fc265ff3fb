import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ThrowawayFolder } from './throwaway-folder';

it('what a run of tests throws away lies where TMPDIR says, may be passed by every user, and is gone with all that is in it', () => {
  const folder = new ThrowawayFolder();
  expect(dirname(folder.path)).toBe(process.env['TMPDIR']);
  expect(statSync(folder.path).mode & 0o777).toBe(0o755);
  writeFileSync(join(folder.path, 'file'), 'content');
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});
