import type { ActivePlaybook } from '@arbiter/contracts';
import type { Artifacts } from '@arbiter/platform';

/** What is active for a tenant, by its hash, and the playbooks that it has switched on. */
export async function switchedOn(
  registry: Artifacts,
  tenant: string,
): Promise<{ readonly artifacts: string; readonly playbooks: readonly ActivePlaybook[] }> {
  const artifacts = await registry.active(tenant);
  return { artifacts, playbooks: (await registry.load(artifacts)).playbooks ?? [] };
}

/** The time zone whose days are those of a playbook. */
export const zoneOf = ({ schedule }: Pick<ActivePlaybook, 'schedule'>): string => schedule?.timeZone ?? 'UTC';
