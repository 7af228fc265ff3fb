import { playbookName, type PlaybookRisk, type RiskClass, type ToolDefinition } from '@arbiter/contracts';
import { oneOf } from '../check';
import { checkRisk, permissionProblem } from '../policies';
import { checkScope } from '../templates';
import type { Scene } from './scene';

/**
 * PL-08: the class that the tenant's tools.yaml gives each risk. Only the playbook tells whether others see a change.
 */
const CLASS_OF: Readonly<Record<PlaybookRisk, RiskClass>> = {
  read: 'read',
  internal_record_mutation: 'record_mutation',
  external_record_mutation: 'record_mutation',
  external_communication: 'external_communication',
};

/**
 * PL-08 to PL-10: each tool of the closed list exists, is within the scope, is allowed by the tenant and is as risky as
 * the playbook declares.
 */
export function checkToolList(scene: Scene): void {
  const { bundle, definition, report } = scene;
  checkScope(bundle, definition.scope, (path, reason, fix) => report(['scope', ...path], reason, fix));
  definition.tools.forEach((_, index) => checkTool(scene, index));
  checkRiskPolicy(scene);
}

function checkTool(scene: Scene, index: number): void {
  const { bundle, definition, report } = scene;
  const { tool: name, risk } = definition.tools[index]!;
  const at = ['tools', index, 'tool'];
  if (definition.tools.findIndex(({ tool }) => tool === name) < index)
    report(at, `"${name}" is there twice`, 'remove one of the two');
  const tool = bundle.tools.find((known) => known.tool === name);
  if (!tool) return report(at, `there is no tool "${name}"`, oneOf(bundle.tools.map((known) => known.tool)));
  if (!definition.scope.allowed[tool.extension]?.includes(tool.capability))
    report(
      at,
      `"${name}" is outside the playbook's scope`,
      `allow "${tool.capability}" of "${tool.extension}" in \`scope\`, or use another tool`,
    );
  checkPermission(scene, tool, (reason, fix) => report(at, reason, fix));
  if (CLASS_OF[risk] !== tool.riskClass)
    report(
      ['tools', index, 'risk'],
      `"${name}" is a ${tool.riskClass} in tools.yaml`,
      oneOf(Object.entries(CLASS_OF).flatMap(([known, riskClass]) => (riskClass === tool.riskClass ? [known] : []))),
    );
}

/** PL-10: on the day of its run every tool can be called, as far as the tenant's policy shows it. */
function checkPermission(
  { bundle, definition }: Scene,
  tool: ToolDefinition,
  report: (reason: string, fix: string) => void,
): void {
  const { allowList, risk } = bundle.policy;
  if (!allowList.includes(tool.tool))
    return report(
      `"${tool.tool}" is not on the tenant's allow-list`,
      'add it to `allowList` in policies.yaml, or switch the playbook off',
    );
  const problem = permissionProblem(bundle, tool, playbookName(definition.playbook));
  if (problem) report(...problem);
  if (tool.riskClass !== 'read' && !risk.some((rule) => rule.tool === tool.tool))
    report(
      `the tenant has no risk rule for "${tool.tool}", so each call of it would wait for a yes`,
      'add one to `risk` in policies.yaml, with a question',
    );
}

/** PL-09: a rule of risk speaks of a tool of the list, once. */
function checkRiskPolicy({ bundle, definition, report }: Scene): void {
  const names = definition.tools.map(({ tool }) => tool);
  definition.riskPolicy.forEach((rule, index) => {
    const at = (key: string) => ['riskPolicy', index, key];
    if (!names.includes(rule.tool)) report(at('tool'), `"${rule.tool}" is no tool of the playbook`, oneOf(names));
    if (definition.riskPolicy.findIndex(({ tool }) => tool === rule.tool) < index)
      report(at('tool'), `"${rule.tool}" is there twice`, 'remove one of the two');
    checkRisk(bundle, rule, (key, reason, fix) => report(at(key), reason, fix));
  });
}
