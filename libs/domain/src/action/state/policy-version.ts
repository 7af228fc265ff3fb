import type { PolicyDefinition } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';

const versions = new WeakMap<PolicyDefinition, string>();

/** AP-08: the version of a policy is the hash of its content. No change of a rule can be forgotten in it. */
export function policyVersionOf(policy: PolicyDefinition): string {
  const known = versions.get(policy) ?? canonicalHash(policy);
  versions.set(policy, known);
  return known;
}
