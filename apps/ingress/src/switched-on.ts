import type { Artifacts } from '@arbiter/artifacts';
import { ArbiterError, dayOfPlaybook, retryable, type ActivePlaybook, type ArtifactBundle } from '@arbiter/contracts';
import { Problem } from '@arbiter/runtime';

/** An activation follows a tenant's folder within seconds where there is one. */
const RETRY_MILLISECONDS = 5_000;

interface SwitchedOn {
  /** the hash of the tenant's active bundle */
  readonly artifacts: string;
  readonly playbooks: readonly ActivePlaybook[];
  /** the day of the instance that a playbook has at an instant */
  readonly dayOf: (active: ActivePlaybook, instant: string) => string;
}

/** What a tenant's active bundle has switched on; retryable while none is active. */
export async function switchedOn(registry: Artifacts, tenant: string): Promise<SwitchedOn> {
  const artifacts = await activeHash(registry, tenant);
  const bundle = await registry.load(artifacts);
  return {
    artifacts,
    playbooks: bundle.playbooks ?? [],
    dayOf: (active, instant) => dayOfPlaybook(bundle, active, instant),
  };
}

/** The tenant's active bundle; retryable while none is active. */
export const activeBundle = async (registry: Artifacts, tenant: string): Promise<ArtifactBundle> =>
  registry.load(await activeHash(registry, tenant));

const activeHash = (registry: Artifacts, tenant: string): Promise<string> =>
  registry.active(tenant).catch((error: unknown) => {
    throw isNothingActive(error) ? nothingActive(tenant, error) : error;
  });

/**
 * A switched-on playbook by its name, of the active bundle; throws 404 naming those that are switched on.
 */
export async function switchedOnPlaybook(
  registry: Artifacts,
  tenant: string,
  name: string,
): Promise<Omit<SwitchedOn, 'playbooks'> & { readonly active: ActivePlaybook }> {
  const { playbooks, ...of } = await switchedOn(registry, tenant);
  const active = playbooks.find(({ definition }) => definition.playbook === name);
  if (active) return { ...of, active };
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
