import { NO_SUCH_PAGE, type EventData, type FactOf, type Incoming } from '@arbiter/contracts';
import { emptyPage, furtherPages } from '../../plan';
import type { Planned } from '../state/run';
import { validatedOf, type StepEnding } from './validation';

export type ActionOutcome = Incoming<
  | 'action.denied'
  | 'action.rejected'
  | 'action.succeeded'
  | 'action.failed'
  | 'action.unknown'
  | 'action.settled'
  | 'action.cancelled'
>;

/** The end of a step, by the end of its action. */
export function stepCompleted(event: ActionOutcome, planned: Planned, now: string): FactOf<'step.completed'> {
  const { runId, stepId } = event.data;
  return { name: 'step.completed', data: { runId, stepId, ...endingOf(event, planned), at: now } };
}

function endingOf(event: ActionOutcome, planned: Planned): StepEnding {
  if (event.data.origin.kind === 'undo') return undoneBy(event);
  switch (event.name) {
    case 'action.succeeded':
      return succeeded(event.data, planned);
    case 'action.denied':
      return { ...failed(event.data), rule: event.data.checks.rule };
    case 'action.failed':
      return pastTheLast(event.data, planned) ?? failed(event.data);
    case 'action.unknown':
      return { status: 'unknown', code: event.data.code, message: event.data.reason, result: null };
    case 'action.settled':
      return settled(event.data, planned);
    case 'action.rejected':
      return { status: 'rejected', code: event.data.code, message: event.data.said ?? event.data.reason, result: null };
    case 'action.cancelled':
      return { status: 'cancelled', code: 'cancelled', message: event.data.reason, result: null };
  }
}

/** SG-01: what cannot be undone, or of which that is not known, is left to a person. */
function undoneBy(event: ActionOutcome): StepEnding {
  const isDone =
    event.name === 'action.succeeded' || (event.name === 'action.settled' && event.data.outcome === 'done');
  if (isDone) return { status: 'compensated', code: null, message: '', result: null };
  const { code, message } =
    'reason' in event.data
      ? { code: 'code' in event.data ? event.data.code : 'cancelled', message: event.data.reason }
      : { code: 'no_effect', message: 'it was found not to have taken place' };
  return { status: 'compensation_failed', code, message, result: null };
}

const failed = ({ code, reason }: EventData<'action.failed' | 'action.denied'>): StepEnding => ({
  status: 'failed',
  code,
  message: reason,
  result: null,
});

/** A page after the last is an end, where the vendor is known to answer so. */
function pastTheLast({ stepId, code }: EventData<'action.failed'>, { plan }: Planned): StepEnding | null {
  const page = code === NO_SUCH_PAGE ? furtherPages(plan).get(stepId) : undefined;
  return page ? { status: 'completed', code: null, message: '', result: emptyPage(page.list) } : null;
}

/** A person who has looked brings no result, so none is expected. */
function settled({ stepId, outcome, result }: EventData<'action.settled'>, planned: Planned): StepEnding {
  if (outcome === 'not_done')
    return { status: 'failed', code: 'no_effect', message: 'it was found not to have taken place', result: null };
  return result === null
    ? { status: 'completed', code: null, message: '', result: null }
    : succeeded({ stepId, result }, planned);
}

const succeeded = (
  { stepId, result = null }: Pick<EventData<'action.succeeded'>, 'stepId' | 'result'>,
  { plan, args }: Planned,
): StepEnding => validatedOf(plan.steps.find((step) => step.id === stepId) ?? {}, result, args);
