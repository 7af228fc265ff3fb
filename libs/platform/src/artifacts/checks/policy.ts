import type { ArtifactBundle } from '@arbiter/contracts';
import { oneOf, type Check } from './check';
import { expressionProblem } from './expression';

type RiskRule = ArtifactBundle['policy']['risk'][number];

/**
 * The policy speaks of tools that exist. A tool without a risk rule needs none: a read is carried out, all else waits
 * for a yes (AP-03).
 */
export const checkPolicy: Check = (bundle, report) => {
  const { policy, tools, templates } = bundle;
  const names = tools.map(({ tool }) => tool);
  const matching = (pattern: string) =>
    names.some((name) => name === pattern || (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1))));

  policy.allowList.forEach((tool, index) => {
    if (!names.includes(tool))
      report('policies.yaml', ['allowList', index], `there is no tool "${tool}"`, oneOf(names));
  });
  policy.rules.forEach(({ tools: patterns, when }, index) => {
    patterns.forEach((pattern, position) => {
      if (!matching(pattern))
        report('policies.yaml', ['rules', index, 'tools', position], `no tool is called "${pattern}"`, oneOf(names));
    });
    const problem = when === undefined ? null : expressionProblem('policy_condition', when);
    if (problem) report('policies.yaml', ['rules', index, 'when'], ...problem);
  });
  policy.risk.forEach((rule, index) =>
    checkRisk(bundle, rule, (key, reason, fix) => report('policies.yaml', ['risk', index, key], reason, fix)),
  );
  templates.forEach(({ steps }, index) =>
    steps.forEach(({ tool }, position) => {
      if (tool === undefined || policy.allowList.includes(tool) || !names.includes(tool)) return;
      report(
        'templates.yaml',
        [index, 'steps', position, 'tool'],
        `"${tool}" is not on the tenant's allow-list`,
        'add it to `allowList` in policies.yaml or use another tool',
      );
    }),
  );
};

/**
 * AP-02: a risk rule can be applied: one that compares names an amount and a threshold, and one that may suspend has a
 * question for the approver.
 */
export function checkRisk(
  { tools, copy }: ArtifactBundle,
  rule: RiskRule,
  report: (key: string, reason: string, fix: string) => void,
): void {
  if (!tools.some(({ tool }) => tool === rule.tool))
    report('tool', `there is no tool "${rule.tool}"`, oneOf(tools.map(({ tool }) => tool)));
  const compares = rule.kind === 'suspend_unless_below_threshold';
  if (compares !== (rule.amount !== undefined) || compares !== (rule.threshold !== undefined)) {
    report(
      'kind',
      compares ? 'there is nothing to compare' : `a ${rule.kind} compares nothing`,
      compares ? 'add `amount` and `threshold`' : 'remove `amount` and `threshold`',
    );
  }
  if (rule.kind !== 'dispatch' && rule.question === undefined)
    report('kind', 'nothing is asked of the person who approves', 'add `question` with the key of a sentence');
  if (rule.question !== undefined && !Object.hasOwn(copy.sentences, rule.question)) {
    report('question', `there is no sentence "${rule.question}"`, 'add it to `sentences` in copy.yaml');
  }
  const problem = rule.amount === undefined ? null : expressionProblem('risk_amount', rule.amount);
  if (problem) report('amount', ...problem);
}
