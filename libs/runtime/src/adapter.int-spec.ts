import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

it('the imports of an adapter include neither database nor framework', () => {
  const script = `require(${JSON.stringify(resolve(__dirname, '../dist/adapter.js'))}); console.log(JSON.stringify(Object.keys(require.cache)))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(stderr).toBe('');
  const loaded = JSON.parse(stdout) as readonly string[];
  expect(loaded.length).toBeGreaterThan(10);
  expect(loaded.filter((file) => /node_modules\/(pg|kysely|@nestjs|fastify)\//.test(file))).toEqual([]);
});
