import {
  actionIdOf,
  type ArtifactBundle,
  type DecisionContext,
  type EventData,
  type Fact,
  type PlanStep,
} from '@arbiter/contracts';
import { furtherPages } from '../../plan';
import { acts, originOfStep, type ActingStep, type OpenRun, type Planned } from '../state/run';
import { endsByItself, hasEnded, standingsOf, type Standing } from '../state/standing';
import { beginStep } from './begin-step';

/** Reads that are handed over together, and the step that acts and comes after them, where there is one. */
interface SegmentSteps {
  readonly reads: readonly ActingStep[];
  readonly last: ActingStep | undefined;
}

/**
 * The facts of beginning the steps that wait for nothing. The reads among them, with the reads that follow them and the
 * first action that they lead to, form one segment, and each read that is handed over apart forms its own; every other
 * step is requested by itself.
 */
export function beginSteps(
  run: OpenRun,
  planned: Planned,
  steps: readonly PlanStep[],
  context: DecisionContext,
): readonly Fact[] {
  const segments = segmentsIn(run, planned, context.artifacts);
  const handedOver = new Set<PlanStep>(segments.flatMap(stepsOf));
  return [
    ...segments.map((segment, index): Fact => ({
      name: 'segment.requested',
      data: segmentOf(run, planned, segment, run.segments + index + 1, context),
    })),
    ...steps.filter((step) => !handedOver.has(step)).flatMap((step) => beginStep(run, planned, step, context)),
  ];
}

const stepsOf = ({ reads, last }: SegmentSteps): readonly ActingStep[] => [...reads, ...(last ? [last] : [])];

function segmentsIn(run: OpenRun, planned: Planned, bundle: ArtifactBundle): readonly SegmentSteps[] {
  const standings = standingsOf(run, planned);
  const apart = standings
    .filter(({ step, status }) => status === 'ready' && run.apart[step.id] === 'segment')
    .flatMap(({ step }) => (acts(run, step) ? [{ reads: [step], last: undefined }] : []));
  const together = togetherOf(run, planned, standings, bundle);
  return together.reads.length === 0 ? apart : [together, ...apart];
}

function togetherOf(
  run: OpenRun,
  planned: Planned,
  standings: readonly Standing[],
  bundle: ArtifactBundle,
): SegmentSteps {
  const pages = furtherPages(planned.plan);
  const free = standings
    .filter((standing) => isFree(standing, run, pages))
    .flatMap(({ step }) => (acts(run, step) && mayBeHandedOver(step, bundle) ? [step] : []));
  const { reads, waitedFor } = readsIn(run, standings, free, bundle);
  const last = free.find(
    (step) =>
      !isRead(step, bundle) &&
      run.refusals[step.id] === undefined &&
      step.dependsOn.every((id) => waitedFor.has(id)) &&
      reads.some(({ id }) => step.dependsOn.includes(id)),
  );
  return { reads, last };
}

/** Whether a step with a condition, or a further page, is done at all is known when those before it have ended. */
const isFree = ({ step, status }: Standing, run: OpenRun, pages: ReturnType<typeof furtherPages>): boolean =>
  (status === 'ready' || (status === 'pending' && step.when === undefined && !pages.has(step.id))) &&
  run.steps[step.id] === undefined &&
  run.apart[step.id] === undefined;

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
function mayBeHandedOver(step: PlanStep, bundle: ArtifactBundle): boolean {
  const rule = bundle.policy.risk.find(({ tool }) => tool === step.tool);
  return rule === undefined ? isRead(step, bundle) : rule.kind !== 'suspend';
}

/** A segment that leads to an action is named by it. */
function segmentOf(
  run: OpenRun,
  { planHash }: Planned,
  { reads, last }: SegmentSteps,
  number: number,
  { now }: DecisionContext,
): EventData<'segment.requested'> {
  const { runId, sessionId, threadId, artifacts } = run;
  const planSteps = stepsOf({ reads, last });
  const within = new Set(planSteps.map(({ id }) => id));
  const steps = planSteps.map(({ id, tool, dependsOn }) => {
    const { attempt } = originOfStep(run, id);
    const after = dependsOn.filter((other) => within.has(other));
    return { stepId: id, ...(attempt > 1 && { asked: attempt }), tool, after };
  });
  return {
    segmentId: last ? actionIdOf(runId, originOfStep(run, last.id)) : `${runId}.${number}`,
    runId,
    steps,
    planHash,
    sessionId,
    threadId,
    artifacts,
    requestedAt: now,
  };
}
