import type { ArtifactBundle, RiskRule, ToolDefinition } from '@arbiter/contracts';
import { oneOf } from '../check';
import { expressionProblems, shapeOfSchema } from '../expressions';

type ReportKey = (key: string, reason: string, fix: string) => void;

/**
 * AP-02: a risk rule can be applied: one that compares names an amount and a threshold, and one that may suspend has a
 * question for the approver.
 */
export function checkRisk({ tools, copy }: ArtifactBundle, rule: RiskRule, report: ReportKey): void {
  const tool = tools.find(({ tool }) => tool === rule.tool);
  if (!tool) report('tool', `there is no tool "${rule.tool}"`, oneOf(tools.map(({ tool }) => tool)));
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
  if (tool) checkAgainst(tool, rule, report);
}

/** AP-03: what reaches people outside is never sent without a yes, but for what is below a threshold. */
function checkAgainst({ tool, riskClass, args }: ToolDefinition, rule: RiskRule, report: ReportKey): void {
  if (riskClass === 'external_communication' && rule.kind === 'dispatch')
    report(
      'kind',
      `"${tool}" reaches people outside, and would do so without a yes`,
      'write `suspend`, or `suspend_unless_below_threshold` with an amount and a threshold',
    );
  if (rule.amount === undefined) return;
  for (const problem of expressionProblems('risk_amount', rule.amount, { args: shapeOfSchema(args) }))
    report('amount', ...problem);
}
