import { actionIdOf, stepOrigin } from './action-origin';
import type { ActionEnd } from './decider';
import type { Recorded, RecordedOf } from './envelope';
import type { EventData, EventName, Fact } from './events';
import { ERASED } from './sealed';

const ACTION_ENDS: ReadonlySet<EventName> = new Set<ActionEnd['name']>([
  'action.denied',
  'action.rejected',
  'action.succeeded',
  'action.failed',
  'action.unknown',
  'action.cancelled',
]);

export type SegmentStep = EventData<'segment.requested'>['steps'][number];

/** Whether a fact is the end of one action. */
export const isActionEnd = (event: RecordedOf<EventName>): event is ActionEnd => ACTION_ENDS.has(event.name);

/** The ends of actions in a fact, each as the fact it would be by itself; empty when it has none. */
export function actionEndsIn(event: RecordedOf<EventName>): readonly ActionEnd[] {
  if (event.name === 'segment.ended') return event.data.ends.map((end) => readEndIn(event, end));
  return isActionEnd(event) ? [event] : [];
}

function readEndIn(
  event: Recorded<'segment.ended'>,
  { stepId, asked, tool, attempt, checks, code }: EventData<'segment.ended'>['ends'][number],
): ActionEnd {
  const { runId, brought, completedAt } = event.data;
  const origin = stepOrigin(stepId, asked);
  const common = {
    actionId: actionIdOf(runId, origin),
    runId,
    stepId,
    origin,
    tool,
    attempt,
    checks,
    completedAt,
  };
  return code === null
    ? { ...event, name: 'action.succeeded', data: { ...common, result: brought[stepId] ?? null, recovered: false } }
    : { ...event, name: 'action.failed', data: { ...common, code, reason: String(brought[stepId] ?? ERASED) } };
}

/** The ends of steps in a fact of a run; empty when it has none. */
export function stepEndsIn(fact: Fact): readonly EventData<'step.completed'>[] {
  if (fact.name === 'step.completed') return [fact.data];
  if (fact.name !== 'segment.completed') return [];
  const { runId, ends, told, at } = fact.data;
  return ends.map(({ stepId, status, code }) => ({
    runId,
    stepId,
    status,
    code,
    ...(told[stepId] ?? { message: code === null ? '' : ERASED, result: null }),
    at,
  }));
}

type NamedSegment = Pick<EventData<'segment.requested'>, 'segmentId' | 'runId'>;

/** Whether a segment leads to this step: its action, and so its stream, names the segment. */
export const isLedTo = ({ segmentId, runId }: NamedSegment, stepId: string): boolean =>
  actionIdOf(runId, stepOrigin(stepId)) === segmentId;

/** The step that a segment leads to. */
export const stepLedTo = (
  segment: NamedSegment & { readonly steps: readonly SegmentStep[] },
): SegmentStep | undefined =>
  segment.steps.find(({ stepId, asked }) => asked === undefined && isLedTo(segment, stepId));

/**
 * EX-23: the vendor no longer accepts the tenant's credentials: the action had no effect, and its request is not at
 * fault.
 */
export const wasRefused = ({ name, data }: Pick<ActionEnd, 'name' | 'data'>): boolean =>
  name === 'action.failed' && 'code' in data && data.code === 'auth_failed';
