import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canReach } from '../folder/server-user';

const compiled = join(__dirname, '../../dist/sources/debian.js');
const nobody = { name: 'nobody', uid: 65_534, gid: 65_534 };
const possible =
  process.getuid?.() === 0 && canReach(nobody, process.execPath) && canReach(nobody, join(__dirname, '../../dist'));

/** Without root, and with an empty list folder, as on a fresh container. */
(possible ? it : it.skip)(
  'a user without rights and without package lists gets a package with the libraries it lacks',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'arbiter-debian-'));
    chmodSync(folder, 0o755);
    const packages = join(folder, 'packages');
    mkdirSync(packages);
    chownSync(packages, nobody.uid, nobody.gid);
    mkdirSync(join(folder, 'lists'));
    writeFileSync(join(folder, 'apt.conf'), `Dir::State::lists "${folder}/lists";\n`);
    const script = `require(${JSON.stringify(compiled)}).unpackedPackage(${JSON.stringify(packages)}, 'redis-tools', ['usr/bin/redis-check-rdb'], () => undefined)
    .then(({ root, libraryPath }) => process.stdout.write(JSON.stringify({ root, libraryPath })))`;
    try {
      const environment = { PATH: process.env.PATH, APT_CONFIG: join(folder, 'apt.conf') };
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
        cwd: '/',
        uid: nobody.uid,
        gid: nobody.gid,
        env: environment,
      });
      const { root, libraryPath } = JSON.parse(stdout) as { root: string; libraryPath: string };
      const { stdout: version } = await promisify(execFile)(join(root, 'usr/bin/redis-check-rdb'), ['--version'], {
        env: { LD_LIBRARY_PATH: libraryPath },
      });
      expect(version).toMatch(/^redis-check-rdb \d/);
      expect(readdirSync(packages)).toEqual(['redis-tools']);
      expect(readdirSync(join(folder, 'lists'))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
