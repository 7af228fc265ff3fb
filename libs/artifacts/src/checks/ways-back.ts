import { hardnessOfStep, tooEarly, undoneBy, type ArtifactBundle, type StepDefinition } from '@arbiter/contracts';
import type { Check } from './check';
import { ancestorsOf } from './dependencies';

/** SG-02, SG-03: a step says when it is undone only where it can be, and what is harder to undo comes later. */
export const checkWaysBack: Check = (bundle, report) => {
  bundle.templates.forEach(({ steps }, index) => {
    steps.forEach((step, position) => {
      const reason = onFailureProblem(step, bundle);
      if (reason !== null)
        report('templates.yaml', [index, 'steps', position, 'onFailure'], reason, 'remove `onFailure`');
    });
    const early = tooEarly(
      steps,
      (step) => hardnessOfStep(step, bundle),
      (step, than) => ancestorsOf(steps, step.id).has(than.id),
    );
    for (const { step, than } of early)
      report(
        'templates.yaml',
        [index, 'steps', steps.indexOf(step), 'id'],
        `step "${step.id}" is harder to take back than "${than.id}", and does not wait for it`,
        `add "${than.id}" to its \`dependsOn\`, and let "${than.id}" not wait for it`,
      );
  });
};

/** Why a step cannot say whether it is undone; a tool that does not exist is reported elsewhere. */
function onFailureProblem({ type, tool: name, onFailure }: StepDefinition, { tools }: ArtifactBundle): string | null {
  if (onFailure === undefined) return null;
  if (type !== 'tool_call') return `no tool undoes what a step of type ${type} does`;
  const tool = tools.find((known) => known.tool === name);
  return tool && undoneBy(tool) === null ? `nothing undoes what "${tool.tool}" does` : null;
}
