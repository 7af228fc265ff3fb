import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { System } from '@arbiter/stack';

const TENANTS = resolve(__dirname, '../../../../deploy/tenants');

/** A system on throw-away data that speaks as one tenant; it is gone after the work. */
export async function onDemoSystem<Result>(
  tenant: string,
  report: (line: string) => void,
  work: (system: System) => Promise<Result>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-demo-'));
  const system = await System.start({
    dataFolder,
    throwaway: true,
    tenants: [join(TENANTS, tenant)],
    report,
    environment: { ARBITER_TENANT: tenant, ARBITER_LOG_LEVEL: 'error', ...environment },
  });
  try {
    return await work(system);
  } finally {
    await system.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
