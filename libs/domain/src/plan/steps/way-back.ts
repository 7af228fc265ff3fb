import {
  undoneBy,
  valueAt,
  type ArtifactBundle,
  type PlanStep,
  type PlannedUndo,
  type StepDefinition,
  type Values,
} from '@arbiter/contracts';
import { isBinding } from './bindings';

/** SG-03: how a step that calls this tool is undone, and when; empty where nothing undoes it. */
export function wayBackOf(
  {
    tool: name,
    optional = false,
    onFailure = optional ? 'keep' : 'undo',
  }: Pick<StepDefinition, 'tool' | 'optional' | 'onFailure'>,
  { tools }: Pick<ArtifactBundle, 'tools'>,
): Pick<PlanStep, 'undo' | 'onFailure'> {
  const tool = tools.find((known) => known.tool === name);
  const undoing = tool && undoneBy(tool);
  if (!undoing) return {};
  // The loader has found that the tool exists.
  const { idempotency } = tools.find((known) => known.tool === undoing.tool)!;
  return { undo: { ...undoing, idempotency }, onFailure };
}

/** The call that is undone. */
interface Done {
  readonly args: Values;
  readonly result: unknown;
}

/** The arguments of an undo; a binding that finds nothing is left out, so that a schema can miss it. */
export function argsOfUndo({ args }: PlannedUndo, done: Done): Values {
  const entries = Object.entries(args).map(
    ([name, value]) => [name, isBinding(value) ? valueAt(done, value.from.split('.')) : value] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
