import { branchOfRunId, type Decision, type DecisionContext, type Fact, type Incoming } from '@arbiter/contracts';
import { instanceFacts, instanceRun, instanceSkipped, numberOf, switchedOn } from './begin-instance';
import { evolvePlaybook } from './evolve-playbook';
import type { PlaybookState } from './playbook-state';

type Asked = Incoming<'playbook.submitted' | 'playbook.asked'>;

/** Which attempt is asked for; a chat asks for first ones alone. */
export const attemptOf = ({ data }: Asked): number => ('attempt' in data ? (data.attempt ?? 1) : 1);

/** A caller asked for the instance of a day. */
export function decideSubmitted(state: PlaybookState, asked: Asked, context: DecisionContext): Decision {
  const { playbook, day } = asked.data;
  const facts = instanceFacts(state, playbook, { day, attempt: attemptOf(asked) }, context);
  return facts.length === 0 ? { ignored: 'already_begun' } : facts;
}

/**
 * AP-08: a yes or no to an action of a branch of the instance under way. The gateway makes sure that it counts for
 * exactly the action that was shown, once and in time.
 */
export function decideApprovalReceived(
  state: PlaybookState,
  { data: { runId, actionId, requestId, decision, binding, answeredBy, reason } }: Incoming<'approval.received'>,
  { now }: DecisionContext,
): Decision {
  if (state.underWay === null || branchOfRunId(runId)?.runId !== state.underWay.runId)
    return { ignored: 'not_the_instance_under_way' };
  const why = reason === undefined ? {} : { reason };
  return [
    {
      name: 'approval.given',
      data: { requestId, runId, actionId, decision, binding, answeredBy, ...why, decidedAt: now },
    },
  ];
}

/** The instance under way has ended; the next of those that wait begins. */
export function decideInstanceEnded(
  state: PlaybookState,
  playbook: string,
  { data: { runId, status, touched = [], completedAt } }: Incoming<'run.completed'>,
  context: DecisionContext,
): Decision {
  if (state.underWay?.runId !== runId) return { ignored: 'not_the_instance_under_way' };
  const { day } = state.underWay;
  const ended: Fact = { name: 'instance.completed', data: { playbook, day, runId, status, touched, completedAt } };
  return [ended, ...nextInLine(evolvePlaybook(state, ended), playbook, context)];
}

function nextInLine({ waiting, touches }: PlaybookState, playbook: string, context: DecisionContext): readonly Fact[] {
  const [next] = waiting;
  if (!next) return [];
  const active = switchedOn(context, playbook);
  if (active) return [instanceRun(active, next, touches, context)];
  return waiting.map(({ day, attempt }) =>
    instanceSkipped({ playbook, day, ...numberOf(attempt) }, 'not_switched_on', context),
  );
}
