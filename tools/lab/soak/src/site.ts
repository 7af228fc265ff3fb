import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { APPS, type App } from '@arbiter/contracts';
import { NODE_MEMORY, System, type OtherBuild, type SystemOptions } from '@arbiter/stack';
import { Pool } from 'pg';
import { closeDisks, openDisks, type Disks } from './disks/disks';
import { laterRelease } from './later-release';

/** The deciding services: of these a second replica runs with a clock that is wrong. */
const DECIDING: readonly App[] = ['router', 'planner', 'executor', 'action-gateway'];
const SKEW_SECONDS: Readonly<Partial<Record<App, number>>> = {
  router: 90,
  planner: -90,
  executor: 90,
  'action-gateway': -90,
};

/** The whole of Arbiter, looked after as `npm start` does, with data of its own, and an owner's look into its log. */
export interface SoakSystem {
  readonly system: System;
  readonly pool: Pool;
  /** why there are none, where mounting is not allowed */
  readonly disks: Disks | string;
  /** a release that comes after this one */
  readonly later: OtherBuild;
}

export async function openSite(
  replicas: number,
  tell: (line: string) => void,
  tenants?: SystemOptions['tenants'],
): Promise<SoakSystem> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-soak-'));
  const disks = openDisks(dataFolder);
  tell(
    typeof disks === 'string'
      ? `a refused write stands in for a full disk: ${disks}`
      : 'Postgres and NATS write to small disks of their own',
  );
  const later = laterRelease();
  try {
    return { ...(await openSystem(dataFolder, replicas, tell, tenants)), disks, later };
  } catch (error) {
    closeDisks(disks);
    later.remove();
    throw error;
  }
}

async function openSystem(
  dataFolder: string,
  replicas: number,
  tell: (line: string) => void,
  tenants?: SystemOptions['tenants'],
): Promise<Pick<SoakSystem, 'system' | 'pool'>> {
  const system = await System.start({
    dataFolder,
    supervise: true,
    report: tell,
    ...(tenants ? { tenants } : {}),
    environment: { ARBITER_RATE_PER_MINUTE: '0', ARBITER_LOG_LEVEL: 'warn' },
    replicas: Object.fromEntries(
      APPS.map((app) => [app, DECIDING.includes(app) ? Math.max(1, replicas - 1) : replicas]),
    ),
  });
  const pool = new Pool({
    connectionString: system.stack.postgres.url,
    max: 2,
    options: '-c search_path=arbiter',
    statement_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', () => undefined);
  if (replicas > 1) for (const app of DECIDING) await system.startApp(app, replicas - 1, skewed(app));
  return { system, pool };
}

/** The clock of the process is wrong from its first line on; no rights are needed for that. */
const skewed = (app: App): NodeJS.ProcessEnv => ({
  NODE_OPTIONS: `${NODE_MEMORY.NODE_OPTIONS} --require=${resolve(__dirname, '../dist/skewed-clock.js')}`,
  SOAK_CLOCK_SKEW_SECONDS: String(SKEW_SECONDS[app] ?? 0),
});

export async function closeSite({ system, pool, disks, later }: SoakSystem): Promise<void> {
  try {
    await pool.end();
    await system.stop();
  } finally {
    closeDisks(disks);
    later.remove();
  }
}
