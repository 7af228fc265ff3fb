import { activePlaybook, compileExpression, type RiskRule } from '@arbiter/contracts';
import type { Finding, Subject } from './finding';

/**
 * AG-04, AP-02, AP-03: whether an action is carried out at once or waits for an approval. Without a rule only reads are
 * carried out, and undos: the consent to the deed covers them.
 */
export function riskAccepted(subject: Subject): Finding {
  const tenants = byRule(subject, ruleFor(subject.context.artifacts.policy.risk, subject));
  const playbooks = ruleFor(riskPolicyOf(subject), subject);
  if (playbooks === undefined || tenants.kind === 'deny') return tenants;
  const own = byRule(subject, playbooks);
  return own.kind === 'pass' ? tenants : own;
}

const ruleFor = (rules: readonly RiskRule[], { tool: { definition } }: Subject): RiskRule | undefined =>
  rules.find(({ tool }) => tool === definition.tool);

/** PL-09: a playbook may be stricter than its tenant, never laxer. */
function riskPolicyOf({ context: { provenance, artifacts } }: Subject): readonly RiskRule[] {
  const instance = provenance?.request.data.instance;
  return (instance && activePlaybook(artifacts, instance.playbook)?.definition.riskPolicy) ?? [];
}

function byRule(subject: Subject, rule: RiskRule | undefined): Finding {
  const { tool, riskClass } = subject.tool.definition;
  if (!rule)
    return riskClass === 'read' || subject.asked.origin.kind === 'undo'
      ? pass(riskClass === 'read' ? 'read' : 'undo')
      : suspend('no_risk_rule', `no risk rule speaks for tool ${tool}, so a person decides`);
  switch (rule.kind) {
    case 'dispatch':
      return pass(rule.kind);
    case 'suspend':
      return suspend(rule.kind, `tool ${tool} always waits for approval`, rule);
    case 'suspend_unless_below_threshold':
      return belowThreshold(subject, rule);
  }
}

function belowThreshold({ request, tool }: Subject, rule: RiskRule): Finding {
  const { amount, threshold } = rule;
  if (amount === undefined || threshold === undefined)
    return suspend(rule.kind, 'the risk rule has no amount or no threshold, so a person decides', rule);
  let value: number;
  try {
    value = compileExpression('risk_amount', amount)({ args: request.args }) as number;
  } catch {
    return {
      kind: 'deny',
      code: 'expression_failed',
      reasons: [`the amount of the risk rule of tool ${tool.definition.tool} cannot be evaluated`],
      rule: rule.kind,
    };
  }
  // A negative amount is not a small one.
  return value >= 0 && value < threshold
    ? pass(rule.kind)
    : suspend(rule.kind, `the amount is not below the threshold of ${threshold}`, rule);
}

const pass = (rule: string): Finding => ({ kind: 'pass', rule });

const suspend = (rule: string, reason: string, risk?: RiskRule): Finding => ({
  kind: 'suspend',
  rule,
  reason,
  ...(risk?.question === undefined ? {} : { question: risk.question }),
});
