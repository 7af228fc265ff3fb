import type { ForEach, PlaybookDefinition, PlanStep, ProposedStep, StepOf, Values } from '@arbiter/contracts';
import { extractSlot, proseSlot } from './draft';
import { originOf, type Origin } from './rules/sources';

type StepOfBranch = ForEach['steps'][number];

/** A slot that a step of its own fills, before the steps that use it. */
interface Filling {
  readonly type: 'write' | 'extract';
  readonly slot: string;
}

const idOf = ({ type, slot }: Filling): string => `${type}_${slot}`;

/** The ids that these steps have, whether a plan has them or not. */
export const slotStepIds = ({ prose = [], extract = [] }: PlaybookDefinition): readonly string[] => [
  ...prose.map(({ prose: slot }) => idOf({ type: 'write', slot })),
  ...extract.map(({ extract: slot }) => idOf({ type: 'extract', slot })),
];

/** Null: the value comes from elsewhere. */
function fillingOf(origin: Origin, { prose = [] }: PlaybookDefinition): Filling | null {
  if (origin.of === 'extract') return { type: 'extract', slot: origin.slot };
  if (origin.of !== 'prose') return null;
  const { slot } = origin;
  return prose.some((known) => known.prose === slot && known.by === 'model') ? { type: 'write', slot } : null;
}

/** The binding to the result that fills a slot; null: no step fills it. */
export function bindingToSlot(origin: Origin, definition: PlaybookDefinition): { readonly from: string } | null {
  const filling = fillingOf(origin, definition);
  return filling && { from: `steps.${idOf(filling)}.result.${filling.type === 'write' ? 'text' : 'value'}` };
}

/** The ids of the slots' steps that a step takes something of. */
export const slotsTakenBy = ({ args }: ProposedStep, definition: PlaybookDefinition): readonly string[] =>
  Object.values(args).flatMap((value) => {
    const filling = fillingOf(originOf(value), definition);
    return filling ? [idOf(filling)] : [];
  });

/**
 * A step for each slot that these steps use. It waits for everything that all of its users wait for, so that no model
 * is asked for a value that is not used.
 */
export function slotSteps(steps: readonly ProposedStep[], definition: PlaybookDefinition): readonly StepOfBranch[] {
  const fillings = steps.flatMap((step) =>
    Object.values(step.args).flatMap((value) => {
      const filling = fillingOf(originOf(value), definition);
      return filling ? [{ filling, dependsOn: step.dependsOn ?? [] }] : [];
    }),
  );
  return [...Map.groupBy(fillings, ({ filling }) => idOf(filling)).values()].map((taken) => {
    const dependsOn = taken[0]!.dependsOn.filter((id) => taken.every((other) => other.dependsOn.includes(id)));
    return stepOf(taken[0]!.filling, dependsOn, definition);
  });
}

function stepOf(filling: Filling, dependsOn: readonly string[], definition: PlaybookDefinition): StepOfBranch {
  const { type, slot } = filling;
  const step = { id: idOf(filling), type, slot, dependsOn: [...dependsOn], optional: false };
  if (type === 'write') {
    const { copy, facts, class: named } = proseSlot(definition, slot)!;
    const args: Values = Object.fromEntries(facts.map((fact) => [fact, { from: `args.item.${fact}` }]));
    return { ...step, title: `Write ${slot}`, class: named, copy, args: { ...args, today: { from: 'args.today' } } };
  }
  const { from, what, class: named } = extractSlot(definition, slot)!;
  return { ...step, title: what, class: named, args: { text: { from: `args.item.${from}` } } };
}

/** A step that a model fills in. */
export const isSlotStep = (step: PlanStep): step is StepOf<'write' | 'extract'> =>
  step.type === 'write' || step.type === 'extract';
