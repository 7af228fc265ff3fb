import { spawnSync } from 'node:child_process';
import { statSync, utimesSync } from 'node:fs';
import { APPS } from '@arbiter/contracts';
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
});
