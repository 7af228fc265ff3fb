import type { ActivePlaybook, ArtifactBundle, Plan } from '@arbiter/contracts';
import { compilePlaybook } from './compile-playbook';
import type { PlaybookRefusal } from './draft';

/**
 * EVL-05: the last part of the playbook's own plan: its objective, checked by fresh reads without a sweep. It has no
 * step that changes anything, and needs no model. Or all errors of that plan.
 */
export function compileVerdict(active: ActivePlaybook, bundle: ArtifactBundle): Plan | readonly PlaybookRefusal[] {
  const plan = compilePlaybook(active.definition.plan, active, bundle);
  if (!('steps' in plan)) return plan;
  const verdict = plan.steps.find(({ type }) => type === 'verdict')!;
  const reads = plan.steps.filter(({ id }) => verdict.dependsOn.includes(id));
  const { budget: _none, ...rest } = plan;
  return { ...rest, steps: [...reads.map((read) => ({ ...read, dependsOn: [] })), verdict] };
}
