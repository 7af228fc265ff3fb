import type { EventData, Fact } from '@arbiter/contracts';
import { touchesAt, type PlaybookState } from './playbook-state';

/** What a fact of a playbook's session makes of its state. */
export function evolvePlaybook(state: PlaybookState, fact: Fact): PlaybookState {
  switch (fact.name) {
    case 'schedule.set':
      return { ...state, schedule: fact.data, activatedAt: fact.data.activatedAt };
    case 'schedule.cleared':
      return { ...state, schedule: null, activatedAt: fact.data.activatedAt };
    case 'verdict.scheduled':
      return { ...state, watch: fact.data };
    case 'verdict.unscheduled':
      return { ...state, watch: null };
    case 'instance.queued':
      return { ...state, waiting: [...state.waiting, { day: fact.data.day, runId: fact.data.runId }] };
    case 'instance.skipped':
      return withoutWaiting(state, fact.data.day);
    case 'run.requested':
      return begin(state, fact.data);
    case 'instance.completed':
      return complete(state, fact.data);
    default:
      return state;
  }
}

const withoutWaiting = (state: PlaybookState, day: string): PlaybookState => ({
  ...state,
  waiting: state.waiting.filter((instance) => instance.day !== day),
});

function begin(state: PlaybookState, { requestId: runId, instance }: EventData<'run.requested'>): PlaybookState {
  if (!instance) return state;
  const { day } = instance;
  return { ...withoutWaiting(state, day), begun: [...state.begun, day].sort(), underWay: { day, runId } };
}

const complete = (state: PlaybookState, { touched, completedAt }: EventData<'instance.completed'>): PlaybookState => ({
  ...state,
  underWay: null,
  touches: touchesAt([...state.touches, ...touched], completedAt),
});
