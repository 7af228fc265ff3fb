import type { ExecutionHeader } from '@arbiter/contracts';

/** Below how many other lines of the header a step stands: `work.2.1` below `work.2`, and that below `work`. */
export const depthOf = (stepId: string, { steps }: ExecutionHeader): number =>
  steps.filter((other) => stepId.startsWith(`${other.stepId}.`)).length;
