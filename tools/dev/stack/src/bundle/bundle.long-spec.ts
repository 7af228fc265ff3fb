import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { APPS } from '@arbiter/contracts';
import { ROOT } from '../system/root';
import { BUNDLE, currentBundle } from './current-bundle';

describe('the bundle of all services', () => {
  it('is made anew when something was compiled since, and only then', async () => {
    await currentBundle();
    const made = statSync(BUNDLE).mtimeMs;
    await currentBundle();
    expect(statSync(BUNDLE).mtimeMs).toBe(made);
    utimesSync(BUNDLE, 0, 0);
    await currentBundle();
    expect(statSync(BUNDLE).mtimeMs).toBeGreaterThan(made);
  }, 240_000);

  it('has what was compiled of it beside it, and nothing of one before', async () => {
    await currentBundle();
    const before = `${BUNDLE}.before.compiled`;
    writeFileSync(before, '');
    utimesSync(BUNDLE, 0, 0);
    await currentBundle();
    const kept = readdirSync(dirname(BUNDLE)).filter((name) => name.endsWith('.compiled'));
    expect(kept).toHaveLength(1);
    expect(existsSync(before)).toBe(false);
  }, 240_000);

  it('runs the service that is named, and names them all when it knows none of that name', async () => {
    const services = await currentBundle();
    const run = (app: string) =>
      spawnSync(process.execPath, [services, app], {
        encoding: 'utf8',
        timeout: 60_000,
        env: { PATH: process.env.PATH },
      });
    for (const app of APPS)
      expect(run(app)).toMatchObject({ status: 1, stderr: expect.stringContaining(`${app}: ARBITER_`) });
    expect(run('rooter').stderr).toContain(`there is no service "rooter"; name one of ${APPS.join(', ')}, all`);
  }, 240_000);

  it('names the rules that were compiled, as a replay finds them', async () => {
    await currentBundle();
    const found = spawnSync(process.execPath, ['-e', RULES_FOUND, ROOT], { encoding: 'utf8', timeout: 60_000 });
    const hashes = JSON.parse(found.stdout) as [category: string, hash: string][];
    expect(new Set(hashes.map(([, hash]) => hash)).size).toBe(6);
    const bundle = readFileSync(BUNDLE, 'utf8');
    for (const [category, hash] of hashes) expect(bundle).toContain(`["${category}", "${hash}"]`);
  }, 240_000);
});

/** Among the compiled files: the domain that tests load is not compiled. */
const RULES_FOUND = `
  const { DECIDED_CATEGORIES, domainRules } = require(process.argv[1] + '/libs/runtime/dist');
  const domain = require.resolve(process.argv[1] + '/libs/domain/dist');
  process.stdout.write(JSON.stringify(DECIDED_CATEGORIES.map((category) => [category, domainRules(category, domain)])));
`;
