import type { ArtifactBundle, StepClass } from '@arbiter/contracts';
import { canAnswer } from '@arbiter/models';
import type { Problem } from './bindings';
import { oneOf, type Check } from './check';

/** Steps that a model writes something for. */
const ASKING: ReadonlySet<string> = new Set(['synthesize']);

/** PV-03, PV-09: the class that a step or an intent names leads to a tier with a provider that can do the work. */
export const checkClasses: Check = (bundle, report) => {
  bundle.intents.forEach((intent, index) => {
    const problem = intent.class === undefined ? null : classProblem(bundle, intent.class);
    if (problem) report('intents.yaml', [index, 'class'], ...problem);
  });
  bundle.templates.forEach((template, index) =>
    template.steps.forEach((step, position) => {
      if (step.class === undefined) return;
      const problem = ASKING.has(step.type)
        ? classProblem(bundle, step.class)
        : ([`a ${step.type} asks no model`, 'leave `class` out'] as const);
      if (problem) report('templates.yaml', [index, 'steps', position, 'class'], ...problem);
    }),
  );
};

/** Why no provider could do work of the class; null when one can. */
export function classProblem({ models }: ArtifactBundle, named: StepClass): Problem | null {
  const { classes = {}, tiers } = models;
  const tier = classes[named];
  if (tier === undefined)
    return [`models.yaml gives "${named}" no tier`, `add it to \`classes\`, or ${oneOf(Object.keys(classes))}`];
  // A missing tier is reported where models.yaml names it.
  if (!(tier in tiers) || canAnswer(models, tier, 'narrative')) return null;
  return [`no entry of tier ${tier} can write`, 'add a provider to the tier, or use another class'];
}
