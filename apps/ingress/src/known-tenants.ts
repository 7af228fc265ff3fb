import { terminal } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import type { ApiKeys } from './http/api-keys';

/**
 * Throws a terminal error when an API key speaks for a tenant without artifacts: nothing that it asks for could be
 * carried out.
 */
export async function checkTenants(database: Database, keys: ApiKeys): Promise<void> {
  if (!keys.configured) return;
  const rows = await database.query.selectFrom('artifact').select('tenant').distinct().orderBy('tenant').execute();
  const known = rows.map(({ tenant }) => tenant);
  const lost = keys.callers.find(({ tenant }) => !known.includes(tenant));
  if (!lost) return;
  const there =
    known.length === 0
      ? "there is none yet; run the migration with a tenant's folder"
      : `there are ${known.join(', ')}; name one of them (a key that names none is ARBITER_TENANT's)`;
  throw terminal(
    'configuration',
    `ARBITER_API_KEYS: the key "${lost.name}" is for the tenant "${lost.tenant}", which does not exist here; ${there}`,
    'ARBITER_API_KEYS',
  );
}
