import { stepEndsIn, type EventData, type FactOf } from '@arbiter/contracts';
import {
  isUnknown,
  isWithSegment,
  stepOf,
  type EndedStep,
  type OpenRun,
  type RunningStep,
  type StepRecord,
} from './run';

export const withStep = (run: OpenRun, stepId: string, record: StepRecord): OpenRun => ({
  ...run,
  steps: { ...run.steps, [stepId]: record },
});

export const actionRequested = (
  run: OpenRun,
  { stepId, actionId, requestedAt }: EventData<'action.requested'>,
): OpenRun =>
  withStep({ ...run, progressedAt: requestedAt }, stepId, {
    status: 'running',
    actionId,
    segmentId: null,
    withdrawn: false,
    answered: false,
  });

export const segmentWithdrawn = (run: OpenRun, data: EventData<'segment.cancel_requested'>): OpenRun => ({
  ...run,
  steps: changed(run.steps, data, (record) => ({ ...record, withdrawn: true })),
});

/** Changes the step of an action while it is in flight. */
export function changeAction(
  run: OpenRun,
  actionId: string,
  change: (record: Extract<StepRecord, { actionId: string }>) => StepRecord,
): OpenRun {
  const [stepId, record] =
    Object.entries(run.steps).find(([, candidate]) => 'actionId' in candidate && candidate.actionId === actionId) ?? [];
  return stepId !== undefined && record !== undefined && 'actionId' in record
    ? withStep(run, stepId, change(record))
    : run;
}

export function handedOver(run: OpenRun, { segmentId, steps, requestedAt }: EventData<'segment.requested'>): OpenRun {
  const records = steps.map(({ stepId, actionId }): [string, StepRecord] => [
    stepId,
    { status: 'running', actionId, segmentId, withdrawn: false, answered: false },
  ]);
  return {
    ...run,
    progressedAt: requestedAt,
    segments: run.segments + 1,
    steps: { ...run.steps, ...Object.fromEntries(records) },
  };
}

/** R2: a step that was not done may be requested again. */
export const takenBack = (run: OpenRun, data: EventData<'segment.taken_back'>): OpenRun => ({
  ...run,
  progressedAt: data.at,
  steps: changed(run.steps, data, () => null),
  alone: [...new Set([...run.alone, ...data.alone])],
});

/** Changes the steps that are still with a segment; null takes the record away. */
function changed(
  steps: OpenRun['steps'],
  { segmentId, stepIds }: Pick<EventData<'segment.taken_back'>, 'segmentId' | 'stepIds'>,
  change: (record: RunningStep) => StepRecord | null,
): OpenRun['steps'] {
  const entries = Object.entries(steps).flatMap(([stepId, record]): [string, StepRecord][] => {
    const after = isWithSegment(record, segmentId) && stepIds.includes(stepId) ? change(record) : record;
    return after === null ? [] : [[stepId, after]];
  });
  return Object.fromEntries(entries);
}

export const stepsEnded = (run: OpenRun, fact: FactOf<'step.completed' | 'segment.completed'>): OpenRun =>
  stepEndsIn(fact).reduce(stepEnded, run);

/** R7: what became known of steps that ended as unknown. */
export const withLate = (run: OpenRun): OpenRun => ({ ...run, steps: { ...run.steps, ...run.late }, late: {} });

function stepEnded(run: OpenRun, { stepId, at, ...ending }: EventData<'step.completed'>): OpenRun {
  const { status, code, rule, message, result } = ending;
  const denied = rule === undefined ? {} : { rule };
  const end: EndedStep = { status: status as EndedStep['status'], code, ...denied, message, result };
  if (isUnknown(run.steps[stepId])) return { ...run, late: { ...run.late, [stepId]: end } };
  const ended = withStep({ ...run, progressedAt: at }, stepId, end);
  if (status === 'completed' || run.cancelling || run.brokenBy !== null) return ended;
  const optional = stepOf(run, stepId)?.optional ?? true;
  return optional ? ended : { ...ended, brokenBy: stepId };
}
