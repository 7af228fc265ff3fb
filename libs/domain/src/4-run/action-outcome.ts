import { compileExpression, type EventData, type FactOf, type Incoming } from '@arbiter/contracts';
import type { Planned } from './run';

export type ActionOutcome = Incoming<'action.denied' | 'action.rejected' | 'action.succeeded' | 'action.failed' | 'action.unknown' | 'action.cancelled'>;

/** The code of a result that is not what the step expects (PL-18). */
export const UNEXPECTED_RESULT = 'unexpected_result';

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

function succeeded({ stepId, result }: EventData<'action.succeeded'>, { plan }: Planned): Ending {
  const expectation = plan.steps.find((step) => step.id === stepId)?.expect;
  if (expectation === undefined || isMet(expectation, result)) return { status: 'completed', code: null, message: '', result: result ?? null };
  return { status: 'failed', code: UNEXPECTED_RESULT, message: 'The result is not what this step expects.', result: null };
}

/** An expectation that cannot be evaluated is not met. */
function isMet(expectation: string, result: unknown): boolean {
  try {
    return compileExpression('step_expectation', expectation)({ result: result ?? null }) === true;
  } catch {
    return false;
  }
}
