import {
  DELEGATE_TOOL,
  FIRST_PLACE,
  agentOf,
  placeAfterCall,
  type ActionEnd,
  type AgentOf,
  type Decision,
  type DecisionContext,
  type EventData,
  type Fact,
  type Incoming,
  type StepStatus,
} from '@arbiter/contracts';
import { MOST_ASKS } from '../asking-again';
import { isSameValue } from '../canonical-hash';
import type { AgentInput } from './agent-inputs';
import type { Agent, OpenAgent } from './agent-state';
import { askedAgain, askedFor, overBudget } from './ask-model';
import { AGENT_OUTCOMES } from './agent-outcomes';
import { callOrigin } from './call-origin';
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
    case 'agent.completed':
      return delegateEnded(agent, input, context);
    default:
      return callEnded(agent, input, context);
  }
}

/** A cancel may overtake its agent, which then never begins. */
function decideUnopened(agent: Agent, input: AgentInput, context: DecisionContext): Decision {
  if (input.name === 'agent.cancel_requested') {
    return [completed({ ...NOTHING_DONE, begun: input.data }, 'cancelled', context)];
  }
  if (input.name !== 'agent.requested') return { ignored: 'not_opened' };
  const opened = openedBy(input, context);
  return [opened, askedFor(evolveAgent(agent, opened) as OpenAgent, FIRST_PLACE, null, context)];
}

const NOTHING_DONE = { place: FIRST_PLACE, calls: [], asks: 0, refusals: 0, tokens: 0, milliseconds: 0 };

function openedBy({ data }: Incoming<'agent.requested'>, { now }: DecisionContext): Fact {
  const { requestedAt: _, ...begun } = data;
  return { name: 'agent.opened', data: { ...begun, openedAt: now } };
}

/** G7 */
function cancelled(agent: OpenAgent, context: DecisionContext): Decision {
  const { waits, cancelling, begun, calls } = agent;
  if (cancelling) return { ignored: 'already_cancelling' };
  const { runId, stepId } = begun;
  if (waits.for === 'delegate') return [{ name: 'agent.cancel_requested', data: latestDelegate(agent) }];
  if (waits.for !== 'call') return [completed(agent, 'cancelled', context)];
  const { tool } = calls.at(-1)!;
  const origin = callOrigin(begun, calls.length);
  return [{ name: 'action.cancel_requested', data: { actionId: waits.actionId, runId, stepId, origin, tool } }];
}

/** The delegate that its latest call asked for. */
const latestDelegate = ({ begun: { runId, stepId, delegation = [] }, calls }: OpenAgent): AgentOf => ({
  runId,
  stepId,
  delegation: [...delegation, calls.length],
});

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
  const { waits, calls } = agent;
  if (waits.for !== 'call' || waits.actionId !== end.data.actionId) return { ignored: 'no_such_call' };
  const outcome = {
    tool: calls.at(-1)!.tool,
    status: STATUSES[end.name],
    code: 'code' in end.data ? end.data.code : null,
    result: end.name === 'action.succeeded' ? end.data.result : {},
  };
  return after(agent, outcome, context);
}

/** G8: its delegate has ended, and its answer is the outcome of the call. */
function delegateEnded(agent: OpenAgent, { data }: Incoming<'agent.completed'>, context: DecisionContext): Decision {
  const { waits, calls } = agent;
  const { end, code, words, calls: made, spent } = data;
  if (waits.for !== 'delegate' || !isSameValue(agentOf(data), latestDelegate(agent)))
    return { ignored: 'no_such_call' };
  const { profile, withheld } = calls.at(-1)!.delegated!;
  const { status, code: usual } = AGENT_OUTCOMES[end];
  const outcome = {
    tool: DELEGATE_TOOL,
    status,
    code: status === 'completed' ? null : (code ?? usual),
    result: status === 'completed' ? { answer: words } : {},
    delegated: { profile, withheld, calls: made, spent },
  };
  return after(agent, outcome, context);
}

type Outcome = Pick<EventData<'agent.call_ended'>, 'tool' | 'status' | 'code' | 'result' | 'delegated'>;

function after(agent: OpenAgent, outcome: Outcome, context: DecisionContext): Decision {
  const { begun, place, calls, cancelling, pausing: isPausing } = agent;
  const { runId, stepId } = begun;
  const { now } = context;
  const ended: Fact = {
    name: 'agent.call_ended',
    data: { ...agentOf(begun), place, call: calls.length, ...outcome, at: now },
  };
  const next = evolveAgent(agent, ended) as OpenAgent;
  if (cancelling) return [ended, completed(next, 'cancelled', context)];
  const { phaseIndex } = placeAfterCall(place);
  if (isPausing) return [ended, { name: 'agent.paused', data: { runId, stepId, phaseIndex, at: now } }];
  return [ended, askedAfter(next, context)];
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
