import { APPS, type App, type ArtifactBundle } from '@arbiter/contracts';
import { activateArtifacts, bundleHash, loadTenant } from '../artifacts';
import { registerDurables, durablesFor } from '../bus';
import { openDatabase, grantLogins, migrate } from '../database';
import { keepKnowledge, readKnowledge, type Knowledge } from '../knowledge';

export interface DatabasePlan {
  /** the owner's; the services' own logins could not */
  readonly ownerUrl: string;
  readonly passwordOf: (app: App) => string;
  /** folders of the tenants to activate */
  readonly tenants: readonly string[];
  readonly report: (line: string) => void;
}

/** The name an app connects to Postgres by. */
export const loginOf = (app: App): string => `login_${app.replaceAll('-', '_')}`;

/**
 * Schema, one login a service, and the tenants' artifacts; doing it again changes nothing. Returns the tenants whose
 * artifacts are new. Tenants and passwords are read before anything is written: what is wrong with them changes nothing.
 */
export async function prepareDatabase({
  ownerUrl,
  passwordOf,
  tenants,
  report,
}: DatabasePlan): Promise<readonly string[]> {
  const loaded = await Promise.all(tenants.map(loadWithKnowledge));
  const logins = APPS.map((app) => ({
    role: `arbiter_${app.replaceAll('-', '_')}`,
    login: loginOf(app),
    password: passwordOf(app),
  }));
  const applied = await migrate(ownerUrl);
  report(applied.length > 0 ? `${applied.length} migrations applied` : 'the schema is up to date');
  await grantLogins(ownerUrl, logins);
  const activated: string[] = [];
  for (const { bundle, knowledge } of loaded) {
    await keepKnowledge(ownerUrl, bundle.tenant, knowledge.documents, report);
    const outcome = await activateArtifacts(ownerUrl, bundle, bundleHash(bundle), new Date().toISOString());
    if (outcome === 'activated') activated.push(bundle.tenant);
    report(`artifacts of tenant ${bundle.tenant} ${outcome}`);
  }
  await noteDeployment(
    ownerUrl,
    loaded.map(({ bundle: { tenant } }) => tenant),
  );
  return activated;
}

/** A tenant's artifacts, and what its assistant may look up: the bundle names the documents by their hashes. */
async function loadWithKnowledge(
  folder: string,
): Promise<{ readonly bundle: ArtifactBundle; readonly knowledge: Knowledge }> {
  const bundle = loadTenant(folder);
  const knowledge = await readKnowledge(folder, bundle.copy.locale);
  const { entries } = knowledge;
  return { bundle: entries.length === 0 ? bundle : { ...bundle, knowledge: [...entries] }, knowledge };
}

/** What this version reads for the first time it reads from now on, however long it takes until a service comes up. */
async function noteDeployment(ownerUrl: string, tenants: readonly string[]): Promise<void> {
  const database = openDatabase(ownerUrl, 'arbiter-migrate', 1);
  try {
    await registerDurables(database.pool, durablesFor(tenants));
  } finally {
    await database.close();
  }
}
