import type { EventData, FactOf, Incoming } from '@arbiter/contracts';
import type { Planned } from '../state/run';
import { validated, type StepEnding } from './validation';

export type ActionOutcome = Incoming<
  'action.denied' | 'action.rejected' | 'action.succeeded' | 'action.failed' | 'action.unknown' | 'action.cancelled'
>;

/** The end of a step, by the end of its action. */
export function stepCompleted(event: ActionOutcome, planned: Planned, now: string): FactOf<'step.completed'> {
  const { runId, stepId } = event.data;
  return { name: 'step.completed', data: { runId, stepId, ...endingOf(event, planned), at: now } };
}

function endingOf(event: ActionOutcome, planned: Planned): StepEnding {
  switch (event.name) {
    case 'action.succeeded':
      return succeeded(event.data, planned);
    case 'action.denied':
    case 'action.failed':
      return { status: 'failed', code: event.data.code, message: event.data.reason, result: null };
    case 'action.unknown':
      return { status: 'unknown', code: event.data.code, message: event.data.reason, result: null };
    case 'action.rejected':
      return { status: 'rejected', code: event.data.code, message: event.data.said ?? event.data.reason, result: null };
    case 'action.cancelled':
      return { status: 'cancelled', code: 'cancelled', message: event.data.reason, result: null };
  }
}

const succeeded = ({ stepId, result = null }: EventData<'action.succeeded'>, { plan, args }: Planned): StepEnding =>
  validated(result, plan.steps.find((step) => step.id === stepId)?.expect, args);
