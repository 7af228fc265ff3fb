import { ArbiterError, retryable, type ActivePlaybook } from '@arbiter/contracts';
import { Problem, type Artifacts } from '@arbiter/platform';

/** An activation follows a tenant's folder within seconds where there is one. */
const RETRY_MILLISECONDS = 5_000;

/**
 * The hash of the tenant's active bundle, and the playbooks that it has switched on; retryable while none is active.
 */
export async function switchedOn(
  registry: Artifacts,
  tenant: string,
): Promise<{ readonly artifacts: string; readonly playbooks: readonly ActivePlaybook[] }> {
  const artifacts = await registry.active(tenant).catch((error: unknown) => {
    throw isNothingActive(error) ? nothingActive(tenant, error) : error;
  });
  return { artifacts, playbooks: (await registry.load(artifacts)).playbooks ?? [] };
}

/**
 * A switched-on playbook by its name, with the hash of the active bundle; throws 404 naming those that are switched on.
 */
export async function switchedOnPlaybook(
  registry: Artifacts,
  tenant: string,
  name: string,
): Promise<{ readonly artifacts: string; readonly active: ActivePlaybook }> {
  const { artifacts, playbooks } = await switchedOn(registry, tenant);
  const active = playbooks.find(({ definition }) => definition.playbook === name);
  if (active) return { artifacts, active };
  const names = playbooks.map(({ definition }) => definition.playbook);
  const there = names.length === 0 ? 'none is switched on' : `switched on are ${names.join(', ')}`;
  throw new Problem(404, 'unknown_playbook', `there is no playbook of that name: ${there}`, { field: 'name' });
}

const isNothingActive = (error: unknown): boolean =>
  error instanceof ArbiterError && error.code === 'unknown_artifacts';

const nothingActive = (tenant: string, cause: unknown): ArbiterError =>
  retryable(
    'nothing_active',
    `tenant ${tenant} has no active artifacts yet; activate them and send it again`,
    RETRY_MILLISECONDS,
    cause,
  );

/** The time zone of a playbook's days. */
export const zoneOf = ({ schedule }: Pick<ActivePlaybook, 'schedule'>): string => schedule?.timeZone ?? 'UTC';
