import {
  actionIdOf,
  stepOrigin,
  type ArtifactBundle,
  type DecisionContext,
  type EventData,
  type Fact,
  type PlanStep,
} from '@arbiter/contracts';
import { furtherPages } from '../../plan';
import { acts, type ActingStep, type OpenRun, type Planned } from '../state/run';
import { endsByItself, hasEnded, standingsOf, type Standing } from '../state/standing';
import { beginStep } from './begin-step';

/** Reads that are handed over together, and the step that acts and comes after them, where there is one. */
interface SegmentSteps {
  readonly reads: readonly ActingStep[];
  readonly last: ActingStep | undefined;
}

/**
 * The facts of beginning the steps that wait for nothing. The reads among them, with the reads that follow them, form
 * one segment, and so does the first action that they lead to; every other step is requested by itself.
 */
export function beginSteps(
  run: OpenRun,
  planned: Planned,
  steps: readonly PlanStep[],
  context: DecisionContext,
): readonly Fact[] {
  const segment = segmentStepsOf(run, planned, context.artifacts);
  const together = stepsOf(segment);
  if (together.length < 2) return steps.flatMap((step) => beginStep(run, planned, step, context));
  const others = steps.filter((step) => together.every((one) => one !== step));
  return [
    { name: 'segment.requested', data: segmentOf(run, planned, segment, context) },
    ...others.flatMap((step) => beginStep(run, planned, step, context)),
  ];
}

const stepsOf = ({ reads, last }: SegmentSteps): readonly ActingStep[] => [...reads, ...(last ? [last] : [])];

function segmentStepsOf(run: OpenRun, planned: Planned, bundle: ArtifactBundle): SegmentSteps {
  const standings = standingsOf(run, planned);
  const pages = furtherPages(planned.plan);
  const free = standings
    .filter((standing) => isFree(standing, run) && (standing.status === 'ready' || !pages.has(standing.step.id)))
    .flatMap(({ step }) => (acts(run, step) ? [step] : []));
  const { reads, waitedFor } = readsIn(run, standings, free, bundle);
  const last = free.find(
    (step) =>
      mayBeLedTo(step, bundle) &&
      step.dependsOn.every((id) => waitedFor.has(id)) &&
      reads.some(({ id }) => step.dependsOn.includes(id)),
  );
  return { reads, last };
}

/** Whether a step with a condition, or a further page, is done at all is known when those before it have ended. */
const isFree = ({ step, status }: Standing, run: OpenRun): boolean =>
  step.when === undefined && !hasEnded({ status }) && run.steps[step.id] === undefined && !run.alone.includes(step.id);

/**
 * The reads that wait for nothing, or only for one another, in the order of the plan. `waitedFor`: those reads, the
 * steps that have ended, and the steps that end by themselves after them.
 */
function readsIn(run: OpenRun, standings: readonly Standing[], free: readonly ActingStep[], bundle: ArtifactBundle) {
  const waitedFor = new Set<string>();
  const reads: ActingStep[] = [];
  for (const { step, status } of standings) {
    const isNext = step.dependsOn.every((id) => waitedFor.has(id));
    const taken = isNext ? free.find((one) => one === step && isRead(one, bundle)) : undefined;
    if (taken) reads.push(taken);
    if (taken || hasEnded({ status }) || (isNext && endsByItself(run, step))) waitedFor.add(step.id);
  }
  return { reads, waitedFor };
}

const isRead = ({ tool: name }: PlanStep, { tools }: ArtifactBundle): boolean =>
  tools.some(({ tool, riskClass }) => tool === name && riskClass === 'read');

/** A step that always needs an approval would only be handed back. */
function mayBeLedTo(step: PlanStep, bundle: ArtifactBundle): boolean {
  const rule = bundle.policy.risk.find(({ tool }) => tool === step.tool);
  return !isRead(step, bundle) && rule !== undefined && rule.kind !== 'suspend';
}

/** A segment that leads to an action is named by it. */
function segmentOf(
  run: OpenRun,
  { planHash }: Planned,
  { reads, last }: SegmentSteps,
  { now }: DecisionContext,
): EventData<'segment.requested'> {
  const { runId, sessionId, threadId, artifacts } = run;
  const planSteps = stepsOf({ reads, last });
  const within = new Set(planSteps.map(({ id }) => id));
  const actionOf = (stepId: string): string => actionIdOf(runId, stepOrigin(stepId));
  const steps = planSteps.map(({ id, tool, dependsOn }) => ({
    stepId: id,
    actionId: actionOf(id),
    tool,
    after: dependsOn.filter((other) => within.has(other)),
  }));
  return {
    segmentId: last ? actionOf(last.id) : `${runId}.${run.segments + 1}`,
    runId,
    steps,
    planHash,
    sessionId,
    threadId,
    artifacts,
    requestedAt: now,
  };
}
