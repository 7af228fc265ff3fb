import { createHash } from 'node:crypto';
import {
  canonicalJson,
  tierOf,
  type ActivePlaybook,
  type ArtifactBundle,
  type ModelsDefinition,
  type StepClass,
} from '@arbiter/contracts';
import { definitionOf } from '@arbiter/models';

/**
 * PV-06: names the work that models do for a playbook: the parts of it that they are shown, and the models that each
 * class of its work asks. Prices, limits, budgets, thresholds and the tenant's settings are left out.
 */
export function modelWork({ definition }: ActivePlaybook, bundle: ArtifactBundle): string {
  const {
    title,
    description,
    parameters,
    objective,
    constraints,
    tools,
    reads,
    prose = [],
    classes,
    plan,
  } = definition;
  const shown = { title, description, parameters, objective, constraints, tools, reads, prose, plan };
  const classesOfWork = [...new Set<StepClass>([...Object.values(classes), ...prose.map((slot) => slot.class)])];
  const asked = Object.fromEntries(classesOfWork.map((name) => [name, tiersOf(bundle.models, name)]));
  return createHash('sha256')
    .update(canonicalJson({ shown, classes, asked, context: bundle.context ?? null }))
    .digest('hex');
}

/** The models that are asked for a class of work, in order, with the fallback tiers. */
function tiersOf(models: ModelsDefinition, name: StepClass): readonly (readonly object[])[] {
  const tiers: string[] = [];
  for (let tier = tierOf(models, name); tier !== undefined && !tiers.includes(tier); tier = models.fallback?.[tier])
    tiers.push(tier);
  return tiers.map((tier) => models.tiers[tier]!.map(({ provider, model }) => whoIs(models, provider, model)));
}

/** A model by where it is, whatever its entry is called; an embedded one by its name. */
function whoIs(models: ModelsDefinition, provider: string, embedded: string | undefined): object {
  const definition = definitionOf(models, provider);
  if (!definition) return { provider, model: embedded ?? null };
  const { kind, model = null, modelVariable = null, addressVariable = null } = definition;
  return { kind, model, modelVariable, addressVariable };
}
