import { compileExpression, type PolicyRule } from '@arbiter/contracts';
import { principalOf } from '../state/action-request';
import { argumentOrigins } from './argument-origins';
import { deny, type Finding, type Subject } from './finding';

/**
 * CP-09, CP-10: the first rule whose condition holds decides. No rule means deny, and so does a condition that fails to
 * evaluate.
 */
export function policyAllows(subject: Subject): Finding {
  for (const rule of subject.context.artifacts.policy.rules) {
    if (!rule.tools.some((pattern) => toolFits(subject.request.tool, pattern))) continue;
    const holds = conditionHolds(rule, subject);
    if (holds === 'failed')
      return {
        kind: 'deny',
        code: 'expression_failed',
        reasons: [`the condition of policy rule ${rule.rule} cannot be evaluated`],
        rule: rule.rule,
      };
    if (holds) return findingOf(rule);
  }
  return deny('policy_missing', `no policy rule speaks for tool ${subject.request.tool}`);
}

function findingOf({ rule, effect, reason }: PolicyRule): Finding {
  switch (effect) {
    case 'allow':
      return { kind: 'pass', rule, reason };
    case 'deny':
      return { kind: 'deny', code: 'policy_denied', reasons: [reason], rule };
    case 'suspend':
      return { kind: 'suspend', rule, reason };
  }
}

/** A name as it is, or `shop.*` for everything below it. */
const toolFits = (tool: string, pattern: string): boolean =>
  pattern.endsWith('.*') ? tool.startsWith(pattern.slice(0, -1)) : tool === pattern;

function conditionHolds({ when }: PolicyRule, subject: Subject): boolean | 'failed' {
  if (when === undefined) return true;
  const { request, context, tool } = subject;
  const { args } = request;
  const values = {
    tool: request.tool,
    args,
    origin: request.origin.kind,
    origins: argumentOrigins(subject),
    riskClass: tool.definition.riskClass,
    principal: principalOf(context),
    tenant: context.tenant,
  };
  try {
    return compileExpression('policy_condition', when)(values) === true;
  } catch {
    return 'failed';
  }
}
