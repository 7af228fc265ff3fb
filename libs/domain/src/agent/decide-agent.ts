import {
  FIRST_PLACE,
  placeAfterCall,
  type ActionEnd,
  type Decision,
  type DecisionContext,
  type Fact,
  type Incoming,
  type StepStatus,
} from '@arbiter/contracts';
import { MOST_ASKS } from '../asking-again';
import type { AgentInput } from './agent-inputs';
import type { Agent, OpenAgent } from './agent-state';
import { askedAgain, askedFor, overBudget } from './ask-model';
import { completed, unanswered } from './complete-agent';
import { decideAnswer } from './decide-answer';
import { evolveAgent } from './evolve-agent';

/** The timer of a question; an agent that has the answer ignores it. */
export const ASK_TIMER = 'ask';

export function decideAgent(agent: Agent, input: AgentInput, context: DecisionContext): Decision {
  if (agent.stage === 'ended') return { ignored: 'agent_ended' };
  if (agent.stage === 'unopened') return decideUnopened(agent, input, context);
  switch (input.name) {
    case 'agent.requested':
      return { ignored: 'already_opened' };
    case 'agent.heard':
      return decideAnswer(agent, input, context);
    case 'agent.cancel_requested':
      return cancelled(agent, context);
    case 'agent.pause_received':
      return pausing(agent, input, context);
    case 'agent.resume_received':
      return resumed(agent, input, context);
    case 'due':
      return due(agent, input.key, context);
    default:
      return callEnded(agent, input, context);
  }
}

/** A cancel may overtake its agent, which then never begins. */
function decideUnopened(agent: Agent, input: AgentInput, context: DecisionContext): Decision {
  if (input.name === 'agent.cancel_requested') {
    return [completed({ begun: input.data, place: FIRST_PLACE, calls: [], asks: 0 }, 'cancelled', context)];
  }
  if (input.name !== 'agent.requested') return { ignored: 'not_opened' };
  const opened = openedBy(input, context);
  return [opened, askedFor(evolveAgent(agent, opened) as OpenAgent, FIRST_PLACE, null, context)];
}

function openedBy({ data }: Incoming<'agent.requested'>, { now }: DecisionContext): Fact {
  const { requestedAt: _, ...begun } = data;
  return { name: 'agent.opened', data: { ...begun, openedAt: now } };
}

/** G7 */
function cancelled(agent: OpenAgent, context: DecisionContext): Decision {
  const { waits, cancelling, begun, calls } = agent;
  if (cancelling) return { ignored: 'already_cancelling' };
  if (waits.for !== 'call') return [completed(agent, 'cancelled', context)];
  const { runId, stepId } = begun;
  const origin = { kind: 'agent_call', stepId, call: calls.length } as const;
  return [
    {
      name: 'action.cancel_requested',
      data: { actionId: waits.actionId, runId, stepId, origin, tool: calls.at(-1)!.tool },
    },
  ];
}

/**
 * G6: a call that is under way, or that a model is still to choose, ends first. The same wish may come again after it
 * was fulfilled.
 */
function pausing(
  { waits, pausing: isPausing, pausedBefore, cancelling, begun }: OpenAgent,
  { data: { phaseIndex } }: Incoming<'agent.pause_received'>,
  { now }: DecisionContext,
): Decision {
  if (waits.for === 'person' || isPausing || phaseIndex < pausedBefore) return { ignored: 'already_paused' };
  if (cancelling) return { ignored: 'already_cancelling' };
  const { runId, stepId } = begun;
  return [{ name: 'agent.pausing', data: { runId, stepId, at: now } }];
}

/** G6 */
function resumed(
  agent: OpenAgent,
  { data: { phaseIndex } }: Incoming<'agent.resume_received'>,
  context: DecisionContext,
): Decision {
  const { waits, begun, place } = agent;
  if (waits.for !== 'person') return { ignored: 'not_paused' };
  const next = placeAfterCall(place);
  if (phaseIndex !== next.phaseIndex) return { ignored: 'another_phase' };
  const { runId, stepId } = begun;
  const fact: Fact = { name: 'agent.resumed', data: { runId, stepId, phaseIndex, at: context.now } };
  return [fact, askedAfter(evolveAgent(agent, fact) as OpenAgent, context)];
}

const STATUSES: Readonly<Record<ActionEnd['name'], StepStatus>> = {
  'action.succeeded': 'completed',
  'action.failed': 'failed',
  'action.denied': 'failed',
  'action.rejected': 'rejected',
  'action.unknown': 'unknown',
  'action.cancelled': 'cancelled',
};

/** The outcome of its call: it is paused here, or ends, or a model goes on with the result (TP-11). */
function callEnded(agent: OpenAgent, end: ActionEnd, context: DecisionContext): Decision {
  const { waits, begun, place, calls, cancelling, pausing: isPausing } = agent;
  if (waits.for !== 'call' || waits.actionId !== end.data.actionId) return { ignored: 'no_such_call' };
  const { runId, stepId } = begun;
  const { now } = context;
  const ended: Fact = {
    name: 'agent.call_ended',
    data: {
      runId,
      stepId,
      place,
      call: calls.length,
      tool: calls.at(-1)!.tool,
      status: STATUSES[end.name],
      code: 'code' in end.data ? end.data.code : null,
      result: end.name === 'action.succeeded' ? end.data.result : {},
      at: now,
    },
  };
  if (cancelling) return [ended, completed(evolveAgent(agent, ended) as OpenAgent, 'cancelled', context)];
  const { phaseIndex } = placeAfterCall(place);
  if (isPausing) return [ended, { name: 'agent.paused', data: { runId, stepId, phaseIndex, at: now } }];
  return [ended, askedAfter(agent, context)];
}

/** TP-01: B. */
const askedAfter = (agent: OpenAgent, context: DecisionContext): Fact =>
  askedFor(agent, placeAfterCall(agent.place), overBudget(agent), context);

/** The asker is gone: the question is asked again, a few times. */
function due(agent: OpenAgent, key: string, context: DecisionContext): Decision {
  const { waits } = agent;
  if (key !== ASK_TIMER || waits.for !== 'model') return { ignored: 'nothing_is_asked' };
  return waits.asked < MOST_ASKS
    ? [askedAgain(agent, waits.asked + 1, waits.final, context)]
    : [unanswered(agent, 'timed_out', context)];
}
