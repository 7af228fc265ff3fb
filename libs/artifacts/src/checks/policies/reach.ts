import type { ArtifactBundle, PolicyRule, ToolDefinition } from '@arbiter/contracts';
import type { Report } from '../check';
import { coveredBy, toolsOf } from './coverage';
import { actionOf, heldFor } from './held';
import { isImplied } from './implied';

/**
 * CP-10: every rule can decide. The first rule that holds decides, so what stands behind one that always holds is dead:
 * a limit there would never be kept.
 */
export function checkReach(bundle: ArtifactBundle, report: Report): void {
  const { rules } = bundle.policy;
  rules.forEach((rule, index) => {
    const covered = toolsOf(rule, bundle);
    if (covered.length > 0 && covered.every((tool) => heldFor(rule, actionOf(tool, bundle)) === 'never'))
      return report(
        'policies.yaml',
        ['rules', index, 'when'],
        `the condition of "${rule.rule}" holds for none of its tools`,
        'correct the condition, or take the rule out',
      );
    rule.tools.forEach((pattern, position) => {
      const shadow = shadowOf(bundle, index, pattern);
      if (shadow === null) return;
      report(
        'policies.yaml',
        ['rules', index, 'tools', position],
        `"${rule.rule}" never decides about ${shadow.tool}: "${shadow.by.rule}" always does so before it`,
        `move "${rule.rule}" above "${shadow.by.rule}", or take "${pattern}" out`,
        ['policies.yaml', ['rules', rules.indexOf(shadow.by), 'rule']],
      );
    });
  });
}

interface Shadow {
  readonly tool: string;
  readonly by: PolicyRule;
}

/**
 * The rule that leaves nothing to decide of what a pattern covers. A pattern for many tools may stand behind rules for
 * some of them; a limit may not, since it is meant for all that it covers.
 */
function shadowOf(bundle: ArtifactBundle, index: number, pattern: string): Shadow | null {
  const rule = bundle.policy.rules[index]!;
  const covered = coveredBy(pattern, bundle.tools);
  const shadows = covered.flatMap((tool): Shadow[] => {
    const by = bundle.policy.rules.slice(0, index).find((earlier) => decidesBefore(bundle, earlier, rule, tool));
    return by ? [{ tool: tool.tool, by }] : [];
  });
  if (rule.effect !== 'allow' && rule.when !== undefined)
    return shadows.find(({ by }) => by.effect === 'allow') ?? (shadows.length === covered.length ? shadows[0]! : null);
  return covered.length > 0 && shadows.length === covered.length ? shadows[0]! : null;
}

function decidesBefore(bundle: ArtifactBundle, earlier: PolicyRule, later: PolicyRule, tool: ToolDefinition): boolean {
  if (!toolsOf(earlier, bundle).includes(tool)) return false;
  if (heldFor(earlier, actionOf(tool, bundle)) === 'always') return true;
  if (earlier.when === undefined || later.when === undefined) return false;
  try {
    return isImplied(earlier.when, later.when);
  } catch {
    return false; // what cannot be compiled is reported where it stands
  }
}
