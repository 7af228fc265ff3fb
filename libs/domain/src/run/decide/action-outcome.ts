import {
  UNEXPECTED_RESULT,
  causesOf,
  compileExpression,
  type EventData,
  type FactOf,
  type Incoming,
  type Values,
} from '@arbiter/contracts';
import type { Planned } from '../state/run';

export type ActionOutcome = Incoming<
  'action.denied' | 'action.rejected' | 'action.succeeded' | 'action.failed' | 'action.unknown' | 'action.cancelled'
>;

type Ending = Pick<EventData<'step.completed'>, 'status' | 'code' | 'message' | 'result'>;

/** What an action's end means for its step. */
export function stepCompleted(event: ActionOutcome, planned: Planned, now: string): FactOf<'step.completed'> {
  const { runId, stepId } = event.data;
  return { name: 'step.completed', data: { runId, stepId, ...endingOf(event, planned), at: now } };
}

function endingOf(event: ActionOutcome, planned: Planned): Ending {
  switch (event.name) {
    case 'action.succeeded':
      return succeeded(event.data, planned);
    case 'action.denied':
    case 'action.failed':
      return { status: 'failed', code: event.data.code, message: event.data.reason, result: null };
    case 'action.unknown':
      return { status: 'unknown', code: event.data.code, message: event.data.reason, result: null };
    case 'action.rejected':
      return { status: 'rejected', code: event.data.code, message: event.data.reason, result: null };
    case 'action.cancelled':
      return { status: 'cancelled', code: 'cancelled', message: event.data.reason, result: null };
  }
}

/** What is not as expected is kept all the same: the sentence about it may speak of it. */
function succeeded({ stepId, result = null }: EventData<'action.succeeded'>, { plan, args }: Planned): Ending {
  for (const cause of causesOf(plan.steps.find((step) => step.id === stepId)?.expect)) {
    const code = failureOf(cause, { result, args });
    if (code !== null) return { status: 'failed', code, message: 'The result is not what this step expects.', result };
  }
  return { status: 'completed', code: null, message: '', result };
}

/** PL-18: an expectation that cannot be evaluated is not met either, but what its code says is not known to be so. */
function failureOf({ that, code }: ReturnType<typeof causesOf>[number], values: Values): string | null {
  try {
    return compileExpression('step_expectation', that)(values) === true ? null : code;
  } catch {
    return UNEXPECTED_RESULT;
  }
}
