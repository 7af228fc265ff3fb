import { APPS, type App } from '@arbiter/contracts';
import type { Forced } from '@arbiter/artifacts';
import { openDatabase, grantLogins, migrate, type Database } from '@arbiter/store';
import { registerDurables, durablesFor } from '../bus';
import { activateTenant, readTenantFolder } from './activate-tenant';

export interface DatabasePlan {
  /** the owner's; the services' own logins could not */
  readonly ownerUrl: string;
  readonly passwordOf: (app: App) => string;
  /** the password of a process that runs all services; without it no such process can connect */
  readonly passwordOfAll?: string;
  /** folders of the tenants to activate */
  readonly tenants: readonly string[];
  /** TP-16: the flag of those that do not say; off when left out */
  readonly twoStage?: boolean;
  readonly report: (line: string) => void;
  /** PV-06: changes of the models' work that are let through anyway */
  readonly forced?: Forced | null;
}

/** A process of all services. */
export const ALL = 'all';

/** The name an app connects to Postgres by. */
export const loginOf = (app: App | typeof ALL): string => `login_${app.replaceAll('-', '_')}`;
const roleOf = (app: App | typeof ALL): string => `arbiter_${app.replaceAll('-', '_')}`;

/**
 * Schema, one login per service, and the tenants' artifacts; a repeat changes nothing. Returns the tenants whose
 * artifacts are new. Tenants and passwords are read before anything is written, so a mistake in them changes nothing.
 */
export async function prepareDatabase({
  ownerUrl,
  passwordOf,
  passwordOfAll,
  tenants,
  twoStage,
  report,
  forced = null,
}: DatabasePlan): Promise<readonly string[]> {
  const loaded = await Promise.all(tenants.map((folder) => readTenantFolder(folder, twoStage)));
  const logins = APPS.map((app) => ({ role: roleOf(app), login: loginOf(app), password: passwordOf(app) }));
  if (passwordOfAll !== undefined) logins.push({ role: roleOf(ALL), login: loginOf(ALL), password: passwordOfAll });
  const applied = await migrate(ownerUrl);
  report(applied.length > 0 ? `${applied.length} migrations applied` : 'the schema is up to date');
  await grantLogins(ownerUrl, logins);
  const activated: string[] = [];
  for (const tenant of loaded) {
    const outcome = await activateTenant(ownerUrl, tenant, report, forced);
    if (outcome === 'activated') activated.push(tenant.bundle.tenant);
  }
  await noteDeployment(
    ownerUrl,
    loaded.map(({ bundle: { tenant } }) => tenant),
  );
  return activated;
}

/** Records where new durables of this version begin: at this deployment, however long a service takes to start. */
const noteDeployment = (ownerUrl: string, tenants: readonly string[]): Promise<void> =>
  asOwner(ownerUrl, ({ pool }) => registerDurables(pool, durablesFor(tenants)));

async function asOwner(ownerUrl: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(ownerUrl, 'arbiter-migrate', 1);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}
