import {
  actionIdOf,
  type ArtifactBundle,
  type DecisionContext,
  type EventData,
  type Fact,
  type PlanStep,
} from '@arbiter/contracts';
import type { OpenRun, Planned } from '../state/run';
import { endsByItself, hasEnded, standingsOf } from '../state/standing';
import { beginStep } from './begin-step';

/**
 * What beginning the steps that wait for nothing writes. Together with what comes after them, the reads among them are one segment;
 * everything else is asked for by itself.
 */
export function beginSteps(
  run: OpenRun,
  planned: Planned,
  steps: readonly PlanStep[],
  context: DecisionContext,
): readonly Fact[] {
  const stretch = stretchOf(run, planned, context.artifacts);
  if (stretch.length < 2) return steps.flatMap((step) => beginStep(run, planned, step, context));
  const others = steps.filter((step) => !stretch.includes(step));
  return [
    { name: 'segment.requested', data: segmentOf(run, planned, stretch, context) },
    ...others.flatMap((step) => beginStep(run, planned, step, context)),
  ];
}

/** The reads that wait for nothing, or for one another only, in the order of the plan. */
function stretchOf(run: OpenRun, planned: Planned, { tools }: ArtifactBundle): readonly PlanStep[] {
  const reads = new Set(tools.filter(({ riskClass }) => riskClass === 'read').map(({ tool }) => tool));
  // Whether a step with a condition is done at all is known when those before it have ended.
  const isFree = ({ id, type, tool, when }: PlanStep): boolean =>
    type === 'tool_call' &&
    when === undefined &&
    reads.has(tool!) &&
    run.steps[id] === undefined &&
    !run.alone.includes(id);
  const waitedFor = new Set<string>();
  const stretch: PlanStep[] = [];
  for (const { step, status } of standingsOf(run, planned)) {
    const isNext = step.dependsOn.every((id) => waitedFor.has(id));
    const isTaken = isNext && !hasEnded({ status }) && isFree(step);
    if (isTaken) stretch.push(step);
    if (isTaken || hasEnded({ status }) || (isNext && endsByItself(step))) waitedFor.add(step.id);
  }
  return stretch;
}

function segmentOf(
  run: OpenRun,
  { planHash }: Planned,
  stretch: readonly PlanStep[],
  { now }: DecisionContext,
): EventData<'segment.requested'> {
  const { runId, sessionId, threadId, artifacts } = run;
  const within = new Set(stretch.map(({ id }) => id));
  const steps = stretch.map(({ id, tool, dependsOn }) => ({
    stepId: id,
    actionId: actionIdOf(runId, { stepId: id, turn: 1 }),
    tool: tool!,
    after: dependsOn.filter((other) => within.has(other)),
  }));
  return {
    segmentId: `${runId}.${run.segments + 1}`,
    runId,
    steps,
    planHash,
    sessionId,
    threadId,
    artifacts,
    requestedAt: now,
  };
}
