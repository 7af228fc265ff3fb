import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** In a process of its own, where packages are loaded as ever. */
const LOST = `
  const { bundleOf, filesOfPackages } = require(process.argv[1]);
  const lost = Object.entries(filesOfPackages()).flatMap(([name, file]) => {
    const bundle = require(bundleOf(name));
    return Reflect.ownKeys(require(file)).filter((key) => !(key in bundle)).map((key) => name + ' ' + String(key));
  });
  process.stdout.write(JSON.stringify(lost));
`;

it('a bundle exports what its package does', () => {
  const compiled = resolve(__dirname, '../../../dist/jest/packages/bundled.js');
  const lost = execFileSync(process.execPath, ['-e', LOST, compiled], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1' },
    timeout: 120_000,
  });
  expect(JSON.parse(lost)).toEqual([]);
});
