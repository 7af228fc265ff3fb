import { undoneBy, type ArtifactBundle, type PlanStep, type StepDefinition } from '@arbiter/contracts';

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
