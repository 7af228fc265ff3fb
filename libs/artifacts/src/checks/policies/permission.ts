import type { ArtifactBundle, ToolDefinition } from '@arbiter/contracts';
import type { Problem } from '../bindings';
import { toolsOf } from './coverage';
import { actionOf, heldFor } from './held';

/**
 * CP-09: why no rule of the policy could ever allow a tool; null when one could. `customerId` says on whose behalf it
 * is called, where that is certain.
 */
export function permissionProblem(bundle: ArtifactBundle, tool: ToolDefinition, customerId?: string): Problem | null {
  const action = actionOf(tool, bundle, customerId);
  const whose = customerId === undefined ? '' : ` for ${customerId}`;
  for (const rule of bundle.policy.rules) {
    if (!toolsOf(rule, bundle).includes(tool)) continue;
    const held = heldFor(rule, action);
    if (held === 'never') continue;
    if (rule.effect !== 'deny') return null;
    if (held === 'always')
      return [
        `the policy rule "${rule.rule}" always denies "${tool.tool}"${whose}`,
        'let a rule before it in policies.yaml allow the tool, or do not use it',
      ];
  }
  return [
    `no policy rule can allow "${tool.tool}"${whose}`,
    'add a rule with `effect: allow` for it to policies.yaml, or do not use it',
  ];
}
