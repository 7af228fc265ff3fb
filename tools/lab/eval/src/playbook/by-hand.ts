import { terminal } from '@arbiter/contracts';
import { TenantCopy } from '@arbiter/stack';

/**
 * A copy of a tenant whose playbooks, this one among them, begin by hand; `tenants` is the folder of all tenants, with
 * the playbooks' folder beside it.
 */
export function byHand(tenants: string, tenant: string, playbook: string): string {
  const copy = new TenantCopy(tenants, tenant);
  copy.changeActivations((activations) => {
    if (activations.some((activation) => activation.playbook === playbook)) return activations;
    throw terminal(
      'bad_golden',
      `the tenant ${tenant} has not switched ${playbook} on; name a tenant that has, or add it to its playbooks.yaml`,
      'tenant',
    );
  });
  return copy.folder;
}
