import {
  ACTION_ORIGINS,
  ARGUMENT_ORIGINS,
  RISK_CLASSES,
  type ArtifactBundle,
  type PolicyRule,
} from '@arbiter/contracts';
import { propertiesOf } from '../argument-schema';
import { oneOf, type Check } from '../check';
import { TEXT, expressionProblems, objectOf, oneOfCodes, shapeOfSchema, unionOf, type Variables } from '../expressions';
import { coveredBy, toolsOf } from './coverage';
import { permissionProblem } from './permission';
import { checkReach } from './reach';
import { checkRisk } from './risk';

export { permissionProblem } from './permission';
export { checkRisk } from './risk';

/**
 * The policy speaks of tools that exist, and of what they take. A tool without a risk rule needs none: a read is
 * carried out, all else waits for a yes (AP-03).
 */
export const checkPolicy: Check = (bundle, report) => {
  const { policy, tools } = bundle;
  const names = tools.map(({ tool }) => tool);
  policy.allowList.forEach((tool, index) => {
    if (!names.includes(tool))
      report('policies.yaml', ['allowList', index], `there is no tool "${tool}"`, oneOf(names));
  });
  policy.rules.forEach((rule, index) => {
    rule.tools.forEach((pattern, position) => {
      if (coveredBy(pattern, tools).length === 0)
        report('policies.yaml', ['rules', index, 'tools', position], `no tool is called "${pattern}"`, oneOf(names));
    });
    const problems =
      rule.when === undefined ? [] : expressionProblems('policy_condition', rule.when, variablesOf(rule, bundle));
    for (const problem of problems) report('policies.yaml', ['rules', index, 'when'], ...problem);
    if (rule.copy !== undefined && rule.effect !== 'deny')
      report('policies.yaml', ['rules', index, 'copy'], `a rule that does not deny tells nobody why`, 'remove `copy`');
  });
  checkReach(bundle, report);
  policy.risk.forEach((rule, index) =>
    checkRisk(bundle, rule, (key, reason, fix) => report('policies.yaml', ['risk', index, key], reason, fix)),
  );
  checkTemplates(bundle, report);
};

const originsOfArguments = (args: unknown) =>
  objectOf(Object.fromEntries((propertiesOf(args) ?? []).map((name) => [name, oneOfCodes(ARGUMENT_ORIGINS)])));

/** CP-10: what a condition may name is there for every tool that its rule covers. */
function variablesOf(rule: PolicyRule, bundle: ArtifactBundle): Variables {
  const covered = toolsOf(rule, bundle);
  return {
    tool: oneOfCodes(covered.map(({ tool }) => tool)),
    args: unionOf(covered.map(({ args }) => shapeOfSchema(args))),
    origin: oneOfCodes(ACTION_ORIGINS),
    origins: unionOf(covered.map(({ args }) => originsOfArguments(args))),
    riskClass: oneOfCodes(RISK_CLASSES),
    principal: objectOf({ customerId: TEXT, tenant: oneOfCodes([bundle.tenant]) }),
    tenant: oneOfCodes([bundle.tenant]),
  };
}

/** AG-03, CP-09: the tools of templates are on the allow-list, and a rule can allow them. */
const checkTemplates: Check = (bundle, report) => {
  const { policy, templates, tools } = bundle;
  templates.forEach(({ steps }, index) =>
    steps.forEach(({ tool: name }, position) => {
      const tool = tools.find((known) => known.tool === name);
      if (!tool) return;
      const problem = policy.allowList.includes(tool.tool)
        ? permissionProblem(bundle, tool)
        : ([
            `"${tool.tool}" is not on the tenant's allow-list`,
            'add it to `allowList` in policies.yaml or use another tool',
          ] as const);
      if (problem) report('templates.yaml', [index, 'steps', position, 'tool'], ...problem);
    }),
  );
};
