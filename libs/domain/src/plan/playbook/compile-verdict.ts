import type { ActivePlaybook, ArtifactBundle, Plan } from '@arbiter/contracts';
import { compilePlaybook } from './compile-playbook';
import type { PlaybookRefusal } from './draft';

/**
 * EVL-05: the last part of the playbook's own plan: its objective, checked by fresh reads without a sweep. It has no
 * step that changes anything, and needs no model. Its reads wait for one another alone: a further page is there only by
 * what those before it say. Or all errors of that plan.
 */
export function compileVerdict(active: ActivePlaybook, bundle: ArtifactBundle): Plan | readonly PlaybookRefusal[] {
  const plan = compilePlaybook(active.definition.plan, active, bundle);
  if (!('steps' in plan)) return plan;
  const verdict = plan.steps.find(({ type }) => type === 'verdict')!;
  const isRead = (id: string): boolean => verdict.dependsOn.includes(id);
  const reads = plan.steps.filter(({ id }) => isRead(id));
  const { budget: _none, ...rest } = plan;
  return {
    ...rest,
    steps: [...reads.map((read) => ({ ...read, dependsOn: read.dependsOn.filter(isRead) })), verdict],
  };
}
