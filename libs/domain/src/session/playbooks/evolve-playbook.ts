import type { EventData, Fact } from '@arbiter/contracts';
import { touchesAt, type Instance, type PlaybookState, type UnderWay } from './playbook-state';

/** The state of a playbook's session after one more fact. */
export function evolvePlaybook(state: PlaybookState, fact: Fact): PlaybookState {
  switch (fact.name) {
    case 'schedule.set':
      return { ...state, schedule: fact.data, activatedAt: fact.data.activatedAt };
    case 'schedule.cleared':
      return { ...state, schedule: null, activatedAt: fact.data.activatedAt };
    case 'verdict.scheduled':
      return { ...state, watch: fact.data, activatedAt: fact.data.activatedAt };
    case 'verdict.unscheduled':
      return { ...state, watch: null, activatedAt: fact.data.activatedAt };
    case 'instance.queued':
      return { ...state, waiting: [...state.waiting, waitingOf(fact.data)] };
    case 'instance.skipped':
      return withoutWaiting(state, fact.data.day);
    case 'run.requested':
      return begin(state, fact.data);
    case 'instance.paused':
      return changed(state, { pause: fact.data.pause, isPaused: true });
    case 'instance.resumed':
      return changed(state, { pause: fact.data.pause, isPaused: false });
    case 'run.cancel_requested':
      return changed(state, { isStopped: true });
    case 'instance.completed':
      return complete(state, fact.data);
    default:
      return state;
  }
}

const waitingOf = ({ day, attempt = 1, runId }: EventData<'instance.queued'>): Instance => ({ day, attempt, runId });

const without = (failed: PlaybookState['failed'], day: string): PlaybookState['failed'] =>
  Object.fromEntries(Object.entries(failed).filter(([other]) => other !== day));

const changed = (state: PlaybookState, change: Partial<UnderWay>): PlaybookState =>
  state.underWay === null ? state : { ...state, underWay: { ...state.underWay, ...change } };

const withoutWaiting = (state: PlaybookState, day: string): PlaybookState => ({
  ...state,
  waiting: state.waiting.filter((instance) => instance.day !== day),
});

function begin(state: PlaybookState, { requestId: runId, instance }: EventData<'run.requested'>): PlaybookState {
  if (!instance) return state;
  const { day, attempt = 1 } = instance;
  const underWay = { day, attempt, runId, pause: 0, isPaused: false, isStopped: false };
  const begun = [...new Set([...state.begun, day])].sort();
  return { ...withoutWaiting(state, day), begun, failed: without(state.failed, day), underWay };
}

const complete = (
  state: PlaybookState,
  { day, status, touched, completedAt }: EventData<'instance.completed'>,
): PlaybookState => ({
  ...state,
  underWay: null,
  failed: status === 'error' ? { ...state.failed, [day]: state.underWay?.attempt ?? 1 } : state.failed,
  touches: touchesAt([...state.touches, ...touched], completedAt),
});
