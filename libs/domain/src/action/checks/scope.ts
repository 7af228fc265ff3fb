import { PASS, deny, type Finding, type Subject } from './finding';

/** AG-03: capability is a property of the artifact, never of the conversation (CP-11). */
export const inAllowList = ({ context, request: { tool } }: Subject): Finding =>
  context.artifacts.policy.allowList.includes(tool)
    ? PASS
    : deny('not_allow_listed', `tool ${tool} is not in the allow-list of tenant ${context.tenant}`);

/** CP-02: a scope is required, and never empty. */
export const hasScope = ({ request: { scope } }: Subject): Finding =>
  Object.keys(scope?.allowed ?? {}).length > 0
    ? PASS
    : deny('scope_missing', 'the plan gives no capability scope; a template must name what it may use');

/** CP-01, SG-05: what a plan may do it may undo, by the tool that is declared for it: see origin/undo.ts. */
export function inScope({ request: { scope, origin }, tool: { definition } }: Subject): Finding {
  if (origin.kind === 'undo') return PASS;
  const { extension, capability } = definition;
  const allowed = Object.hasOwn(scope?.allowed ?? {}, extension) ? scope?.allowed[extension] : undefined;
  return allowed?.includes(capability)
    ? PASS
    : deny('out_of_scope', `the plan's scope does not hold capability ${capability} of extension ${extension}`);
}
