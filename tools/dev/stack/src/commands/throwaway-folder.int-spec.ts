import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ThrowawayFolder } from './throwaway-folder';

it('the throw-away folder of a run of tests lies where TMPDIR says, may be passed by every user, and is removed with its content', () => {
  const folder = new ThrowawayFolder();
  expect(dirname(folder.path)).toBe(process.env['TMPDIR']);
  expect(statSync(folder.path).mode & 0o777).toBe(0o755);
  writeFileSync(join(folder.path, 'file'), 'content');
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});
