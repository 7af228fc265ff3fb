import type { ArtifactBundle, ForEach, Plan, Values } from '@arbiter/contracts';
import { playbookOfPlan, type PlaybookArgs, type Selected } from '../../plan';
import { renderCopy } from '../../words';

/** The plan for one object of a `for_each`, within the scope of the whole plan. */
export const branchPlan = ({ template, templateVersion, scope }: Plan, { steps }: ForEach): Plan => ({
  intentId: null,
  template,
  templateVersion,
  scope,
  steps: [...steps],
});

/**
 * The values that the bindings of its steps read: the object, the tenant's settings, the day, and the tenant's own
 * sentences about the object.
 */
export function branchArgs(
  { template }: Pick<Plan, 'template'>,
  { parameters, today }: PlaybookArgs,
  { item }: Selected['items'][number],
  bundle: ArtifactBundle,
): Values {
  const slots = playbookOfPlan(bundle, { template })?.definition.prose ?? [];
  const prose = slots.map(({ prose: slot, copy, facts }): [string, string] => [
    slot,
    renderCopy(bundle, copy, { today, ...Object.fromEntries(facts.map((name) => [name, item[name] ?? null])) }),
  ]);
  return { item, parameters, today, ...(prose.length > 0 && { prose: Object.fromEntries(prose) }) };
}
