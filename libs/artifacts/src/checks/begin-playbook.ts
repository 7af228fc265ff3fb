import type { ArtifactBundle, ToolDefinition } from '@arbiter/contracts';
import { oneOf, type ReportInside } from './check';

interface Named {
  readonly properties?: { readonly playbook?: { readonly const?: unknown; readonly enum?: readonly unknown[] } };
  readonly required?: readonly string[];
}

/**
 * PL-11: the built-in tool begins playbooks that its artifact names and that are switched on, and no model names
 * another.
 */
export function checkBeginPlaybook(
  { playbooks = [] }: ArtifactBundle,
  tool: ToolDefinition,
  report: ReportInside,
): void {
  if (tool.builtin !== 'begin_playbook') return;
  if (tool.riskClass === 'read')
    report(['riskClass'], 'beginning a playbook is no read', 'write the highest risk of what the playbook does');
  const { properties, required = [] } = tool.args as Named;
  const { const: only, enum: several = only === undefined ? [] : [only] } = properties?.playbook ?? {};
  const known = playbooks.map(({ definition }) => definition.playbook);
  if (several.length === 0 || !required.includes('playbook'))
    report(
      ['args'],
      'nothing says which playbook begins',
      `require \`playbook\`, with \`const\` or \`enum\`: ${oneOf(known)}`,
    );
  for (const name of several)
    if (!known.includes(name as string)) report(['args'], `no playbook "${String(name)}" is switched on`, oneOf(known));
}
