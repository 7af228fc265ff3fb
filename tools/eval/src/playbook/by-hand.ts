import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { terminal, type PlaybookActivation } from '@arbiter/contracts';
import { parse, stringify } from 'yaml';

/** Nobody is there to say yes: what waits for one is held soon. */
const APPROVAL_SECONDS = 2;

/** A copy of a tenant whose playbooks, this one among them, begin by hand; `tenants` is the folder of all tenants, beside which the playbooks stand. */
export function byHand(tenants: string, tenant: string, playbook: string): string {
  const home = mkdtempSync(join(tmpdir(), 'arbiter-golden-'));
  const folder = join(home, 'tenants', tenant);
  cpSync(join(tenants, tenant), folder, { recursive: true });
  cpSync(resolve(tenants, '../playbooks'), join(home, 'playbooks'), { recursive: true });
  change(join(folder, 'playbooks.yaml'), (activations: readonly PlaybookActivation[]) => {
    if (!activations.some((activation) => activation.playbook === playbook))
      throw terminal(
        'bad_golden',
        `the tenant ${tenant} has not switched ${playbook} on; name a tenant that has, or add it to its playbooks.yaml`,
        'tenant',
      );
    return activations.map(({ playbook: name, version, parameters }) => ({ playbook: name, version, parameters }));
  });
  change(join(folder, 'policies.yaml'), (policies: object) => ({
    ...policies,
    approvalExpirySeconds: APPROVAL_SECONDS,
  }));
  return folder;
}

function change<Value>(file: string, changed: (value: Value) => unknown): void {
  writeFileSync(file, stringify(changed(parse(readFileSync(file, 'utf8')) as Value)));
}
