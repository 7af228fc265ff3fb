import { actionIdOf, isLedTo, stepEndsIn, stepOrigin, type EventData, type FactOf } from '@arbiter/contracts';
import {
  isInFlight,
  isStopped,
  isUnknown,
  isWithSegment,
  stepOf,
  type EndedStep,
  type OpenRun,
  type RunningStep,
  type StepRecord,
} from './run';
import { standingsOf } from './standing';

export const withStep = (run: OpenRun, stepId: string, record: StepRecord): OpenRun => ({
  ...run,
  steps: { ...run.steps, [stepId]: record },
});

export const actionRequested = (
  run: OpenRun,
  { stepId, origin, actionId, requestedAt }: EventData<'action.requested'>,
): OpenRun =>
  withStep({ ...run, progressedAt: requestedAt }, stepId, {
    status: 'running',
    actionId,
    segmentId: null,
    withdrawn: false,
    answered: false,
    ...(origin.kind === 'undo' && { undoes: run.steps[stepId] as EndedStep }),
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

export function handedOver(
  run: OpenRun,
  { segmentId, runId, steps, requestedAt }: EventData<'segment.requested'>,
): OpenRun {
  const records = steps.map(({ stepId, asked }): [string, StepRecord] => {
    const actionId = actionIdOf(runId, stepOrigin(stepId, asked));
    return [stepId, { status: 'running', actionId, segmentId, withdrawn: false, answered: false }];
  });
  const [only, ...others] = steps;
  return {
    ...run,
    progressedAt: requestedAt,
    segments: run.segments + 1,
    ...(only && others.length === 0 && { apart: { ...run.apart, [only.stepId]: 'segment' as const } }),
    steps: { ...run.steps, ...Object.fromEntries(records) },
  };
}

/**
 * R2: a step that was not done may be requested again, in a segment of its own where its turn had come. What a segment
 * leads to, and what has come back from one of its own, can only be decided as an action.
 */
export function takenBack(run: OpenRun, data: EventData<'segment.taken_back'>): OpenRun {
  const back = { ...run, progressedAt: data.at, steps: changed(run.steps, data, () => null) };
  const ready = new Set(
    standingsOf(back, run.planned!).flatMap(({ step, status }) => (status === 'ready' ? step.id : [])),
  );
  const apart = data.stepIds.flatMap((stepId): [string, 'segment' | 'action'][] => {
    if (isLedTo(data, stepId) || run.apart[stepId] !== undefined) return [[stepId, 'action']];
    return ready.has(stepId) ? [[stepId, 'segment']] : [];
  });
  return { ...back, apart: { ...run.apart, ...Object.fromEntries(apart) } };
}

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

/** What the step brought stays known; why it had failed too, unless its undo failed. */
const undone = ({ code, message, result }: EndedStep, end: EndedStep): EndedStep =>
  end.status === 'compensated' ? { ...end, code, message, result } : { ...end, result };

function stepEnded(run: OpenRun, { stepId, at, ...ending }: EventData<'step.completed'>): OpenRun {
  const { status, code, rule, message, result } = ending;
  const denied = rule === undefined ? {} : { rule };
  const end: EndedStep = { status: status as EndedStep['status'], code, ...denied, message, result };
  const record = run.steps[stepId];
  if (record && isInFlight(record) && record.undoes)
    return withStep({ ...run, progressedAt: at }, stepId, undone(record.undoes, end));
  if (isUnknown(record)) return { ...run, late: { ...run.late, [stepId]: end } };
  const ended = withStep({ ...run, progressedAt: at }, stepId, end);
  if (status === 'completed' || isStopped(run)) return ended;
  const optional = stepOf(run, stepId)?.optional ?? true;
  return optional ? ended : { ...ended, brokenBy: stepId };
}
