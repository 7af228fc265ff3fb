import type { ActivePlaybook, ArtifactBundle, Plan } from '@arbiter/contracts';
import { compilePlaybook } from './compile-playbook';
import type { PlaybookRefusal } from './draft';

/**
 * EVL-05: the objective of a playbook, looked at by fresh reads without a sweep: what the playbook's own plan ends
 * with. It has no step that changes anything, and needs no model. Or everything that is wrong with that plan.
 */
export function compileVerdict(active: ActivePlaybook, bundle: ArtifactBundle): Plan | readonly PlaybookRefusal[] {
  const plan = compilePlaybook(active.definition.plan, active, bundle);
  if (!('steps' in plan)) return plan;
  const verdict = plan.steps.find(({ type }) => type === 'verdict')!;
  const reads = plan.steps.filter(({ id }) => verdict.dependsOn.includes(id));
  const { budget: _none, ...rest } = plan;
  return { ...rest, steps: [...reads.map((read) => ({ ...read, dependsOn: [] })), verdict] };
}
