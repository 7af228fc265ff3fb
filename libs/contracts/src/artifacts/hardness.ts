import type { ArtifactBundle } from './bundle';
import type { StepDefinition } from './template';
import { undoneBy, type ToolDefinition } from './tool';

/** SG-02: how hard it is to take back what is done, from what changes nothing to what others have seen. */
export const HARDNESS = { read: 0, undoable: 1, lasting: 2, seenOutside: 3 } as const;
export type Hardness = (typeof HARDNESS)[keyof typeof HARDNESS];

/** Of a call of this tool by a step of a plan. */
export function hardnessOf(tool: Pick<ToolDefinition, 'riskClass' | 'compensation'>): Hardness {
  if (tool.riskClass === 'read') return HARDNESS.read;
  if (tool.riskClass === 'external_communication') return HARDNESS.seenOutside;
  return undoneBy(tool) === null ? HARDNESS.lasting : HARDNESS.undoable;
}

/**
 * Of a step of a template. What an agent does stays: only a step that calls a tool itself says how it is undone. A tool
 * or an agent that does not exist does nothing.
 */
export function hardnessOfStep(
  step: Pick<StepDefinition, 'type' | 'tool' | 'agent'>,
  { tools, agents = [] }: Pick<ArtifactBundle, 'tools' | 'agents'>,
): Hardness {
  const called = step.type === 'agent_run' ? agents.find(({ agent }) => agent === step.agent)?.tools : [step.tool];
  const hardest = tools
    .filter(({ tool }) => called?.includes(tool))
    .map(hardnessOf)
    .reduce((most, one) => (one > most ? one : most), HARDNESS.read as Hardness);
  return step.type === 'agent_run' && hardest === HARDNESS.undoable ? HARDNESS.lasting : hardest;
}

/** A step that is harder to take back than another one, and does not wait for it. */
export interface TooEarly<Step> {
  readonly step: Step;
  readonly than: Step;
}

/** SG-02: the steps that may be done too early; reads may be done at any time. `waitsFor`: directly or not. */
export function tooEarly<Step>(
  steps: readonly Step[],
  hardness: (step: Step) => Hardness,
  waitsFor: (step: Step, than: Step) => boolean,
): readonly TooEarly<Step>[] {
  const changes = steps.filter((step) => hardness(step) > HARDNESS.read);
  return changes.flatMap((step) =>
    changes.filter((than) => hardness(than) < hardness(step) && !waitsFor(step, than)).map((than) => ({ step, than })),
  );
}
