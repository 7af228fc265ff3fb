import {
  playbookOfStream,
  type Decider,
  type Decision,
  type DecisionContext,
  type DueChange,
  type DueCommand,
  type Fact,
  type Incoming,
} from '@arbiter/contracts';
import { instanceSkipped, numberOf } from './begin-instance';
import { attemptOf, decideApprovalReceived, decideInstanceEnded, decideSubmitted } from './decide-playbook';
import { decideInstancePaused, decideResumeReceived } from './decide-pauses';
import { decideActivated, decideScheduleDue, decideVerdictDue } from './decide-schedules';
import { evolvePlaybook } from './evolve-playbook';
import { initialPlaybook, mayBegin, type PlaybookState } from './playbook-state';

export type PlaybookInput =
  | Incoming<
      | 'playbook.submitted'
      | 'playbook.asked'
      | 'approval.received'
      | 'resume.received'
      | 'artifact.activated'
      | 'run.suspended'
      | 'run.paused'
      | 'run.completed'
      | 'run.settled'
    >
  | DueCommand;

const SCHEDULE_TIMER = 'schedule';
const VERDICT_TIMER = 'verdict';

/** Everything the router decides about one playbook of a tenant: when its instances begin. */
export const playbookDecider: Decider<PlaybookState, PlaybookInput> = {
  category: 'session',
  initial: initialPlaybook,
  evolve: evolvePlaybook,
  decide,
  due,
  skip,
};

function decide(state: PlaybookState, input: PlaybookInput, context: DecisionContext): Decision {
  const playbook = playbookOfStream(context.stream) ?? '';
  switch (input.name) {
    case 'artifact.activated':
      return decideActivated(state, playbook, input, context);
    case 'due':
      return input.key === VERDICT_TIMER ? decideVerdictDue(state, context) : decideScheduleDue(state, context);
    case 'playbook.submitted':
    case 'playbook.asked':
      return decideSubmitted(state, input, context);
    case 'approval.received':
      return decideApprovalReceived(state, input, context);
    case 'resume.received':
      return decideResumeReceived(state, input);
    case 'run.paused':
      return decideInstancePaused(state, playbook, input);
    case 'run.completed':
      return decideInstanceEnded(state, playbook, input, context);
    case 'run.suspended':
    case 'run.settled':
      return { ignored: 'nobody_to_tell' };
  }
}

function due(fact: Fact): readonly DueChange[] {
  switch (fact.name) {
    case 'schedule.set':
      return [{ key: SCHEDULE_TIMER, at: fact.data.next }];
    case 'schedule.cleared':
      return [{ key: SCHEDULE_TIMER, at: null }];
    case 'verdict.scheduled':
      return [{ key: VERDICT_TIMER, at: fact.data.next }];
    case 'verdict.unscheduled':
      return [{ key: VERDICT_TIMER, at: null }];
    default:
      return [];
  }
}

/** An instance that cannot begin is recorded as skipped; another day's begins anyway. */
function skip(state: PlaybookState, input: PlaybookInput, _cause: string, context: DecisionContext): readonly Fact[] {
  if (input.name !== 'playbook.submitted' && input.name !== 'playbook.asked') return [];
  const { playbook, day } = input.data;
  const attempt = attemptOf(input);
  return mayBegin(state, day, attempt)
    ? [instanceSkipped({ playbook, day, ...numberOf(attempt) }, 'set_aside', context)]
    : [];
}
