import type { EventData, Fact } from '@arbiter/contracts';
import { touchesAt, type Instance, type PlaybookState, type UnderWay } from './playbook-state';

/** The state of a playbook after one more fact. */
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
      return skipped(state, fact.data);
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

const without = (unfinished: PlaybookState['unfinished'], day: string): PlaybookState['unfinished'] =>
  Object.fromEntries(Object.entries(unfinished).filter(([other]) => other !== day));

const changed = (state: PlaybookState, change: Partial<UnderWay>): PlaybookState =>
  state.underWay === null ? state : { ...state, underWay: { ...state.underWay, ...change } };

const withoutWaiting = (state: PlaybookState, day: string): PlaybookState => ({
  ...state,
  waiting: state.waiting.filter((instance) => instance.day !== day),
});

const skipped = (state: PlaybookState, { day, attempt = 1 }: EventData<'instance.skipped'>): PlaybookState => ({
  ...withoutWaiting(state, day),
  unfinished: { ...state.unfinished, [day]: attempt },
});

function begin(state: PlaybookState, { requestId: runId, instance }: EventData<'run.requested'>): PlaybookState {
  if (!instance) return state;
  const { day, attempt = 1 } = instance;
  const underWay = { day, attempt, runId, pause: 0, isPaused: false, isStopped: false };
  const begun = [...new Set([...state.begun, day])].sort();
  return { ...withoutWaiting(state, day), begun, unfinished: without(state.unfinished, day), underWay };
}

const complete = (
  state: PlaybookState,
  { day, status, touched, completedAt }: EventData<'instance.completed'>,
): PlaybookState => ({
  ...state,
  underWay: null,
  unfinished: status === 'ok' ? state.unfinished : { ...state.unfinished, [day]: state.underWay?.attempt ?? 1 },
  touches: touchesAt([...state.touches, ...touched], completedAt),
});
