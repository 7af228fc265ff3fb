import {
  PLAYBOOK_CHANNEL,
  parseStream,
  playbookName,
  playbookOfSession,
  playbookStream,
  type Decider,
  type Decision,
  type DecisionContext,
  type DueChange,
  type DueCommand,
  type EventName,
  type Fact,
  type Incoming,
} from '@arbiter/contracts';
import { refuse } from '../foreign-input';
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
      | 'run.paused'
      | 'run.completed'
    >
  | DueCommand;

const SCHEDULE_TIMER = 'schedule';
const VERDICT_TIMER = 'verdict';

/** The streams of the playbooks that an activation concerns. */
export const streamsForActivation = ({ tenant, data }: Incoming<'artifact.activated'>): readonly string[] =>
  (data.playbooks ?? []).map((playbook) => playbookStream(tenant, playbook));

/** The stream of the playbook whose instance was requested or resumed, or whose approval was answered. */
export const streamsForSubmission = ({
  tenant,
  data,
}: Incoming<'playbook.submitted' | 'playbook.asked' | 'approval.received' | 'resume.received'>): readonly string[] => [
  playbookStream(tenant, data.playbook),
];

/** The stream of the playbook whose instance has paused or ended; a branch reports to its own run. */
export function streamsForInstance({
  name,
  tenant,
  data,
}: Incoming<'run.paused'> | Incoming<'run.completed'>): readonly string[] {
  const playbook = playbookOfSession(data.sessionId);
  return playbook === null || (name === 'run.paused' && data.branch) ? [] : [playbookStream(tenant, playbook)];
}

/**
 * The artifacts that an input is decided with: of an activation, a schedule and a playbook that is asked for those
 * which they came of; null, the tenant's active ones, for anything else.
 */
export function artifactsOfPlaybook({ schedule, watch }: PlaybookState, input: PlaybookInput): string | null {
  if (input.name === 'artifact.activated') return input.data.hash;
  if (input.name === 'playbook.submitted') return input.data.artifacts;
  return input.name === 'due' ? ((schedule ?? watch)?.artifacts ?? null) : null;
}

/**
 * Whether an event, judged by its unsealed fields, keeps no instance waiting when it is decided a moment later: the end
 * of a run that is no playbook's.
 */
export const mayInstancesWait = (name: EventName, { data }: { readonly data?: Record<string, unknown> }): boolean =>
  name === 'run.completed' && data !== undefined && data['channel'] !== PLAYBOOK_CHANNEL;

/** Everything the router decides about one playbook of a tenant: when its instances begin. */
export const playbookDecider: Decider<PlaybookState, PlaybookInput> = {
  category: 'playbook',
  initial: initialPlaybook,
  evolve: evolvePlaybook,
  decide,
  due,
  skip,
  owner: (stream) => playbookName(parseStream(stream).key),
};

function decide(state: PlaybookState, input: PlaybookInput, context: DecisionContext): Decision {
  const playbook = parseStream(context.stream).key;
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
    default:
      return refuse(input, context);
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
