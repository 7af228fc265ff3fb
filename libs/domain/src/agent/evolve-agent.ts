import { FIRST_PLACE, placeOfCall, type EventData, type Fact } from '@arbiter/contracts';
import type { Agent, AgentWaiting, MadeCall, OpenAgent } from './agent-state';

/** The state of an agent after one more fact. */
export function evolveAgent(agent: Agent, fact: Fact): Agent {
  if (fact.name === 'agent.opened') return opened(fact.data);
  if (fact.name === 'agent.completed') return { stage: 'ended' };
  return agent.stage === 'open' ? evolveOpen(agent, fact) : agent;
}

const opened = (begun: EventData<'agent.opened'>): OpenAgent => ({
  stage: 'open',
  begun,
  place: FIRST_PLACE,
  asks: 0,
  refusals: 0,
  tokens: 0,
  calls: [],
  wanted: null,
  waits: { for: 'model', asked: 0, final: null, since: begun.openedAt },
  pausedBefore: 0,
  pausing: false,
  cancelling: false,
  milliseconds: 0,
});

function evolveOpen(agent: OpenAgent, fact: Fact): OpenAgent {
  switch (fact.name) {
    case 'agent.asked': {
      const { place, ask, asked, final, at } = fact.data;
      return { ...agent, place, asks: ask, waits: { for: 'model', asked, final, since: at } };
    }
    case 'agent.answered': {
      const { tokens, call, at } = fact.data;
      const wanted = call === null ? null : { tool: call.tool, signature: call.signature };
      const milliseconds = agent.milliseconds + waitedFor(agent, at);
      return { ...agent, tokens: agent.tokens + tokens, milliseconds, wanted };
    }
    case 'agent.call_refused':
      return { ...agent, refusals: agent.refusals + 1, wanted: null };
    case 'action.requested':
      return called(agent, { for: 'call', actionId: fact.data.actionId });
    case 'agent.requested': {
      const { task, withheld = [] } = fact.data;
      return called(agent, { for: 'delegate' }, { profile: task.profile, withheld, calls: [] });
    }
    case 'action.cancel_requested':
    case 'agent.cancel_requested':
      return { ...agent, cancelling: true };
    case 'agent.call_ended': {
      const { status, code, result, delegated } = fact.data;
      const ended = {
        ...agent.calls.at(-1)!,
        status,
        code,
        ...(status === 'completed' && { result }),
        ...(delegated && { delegated }),
      };
      return { ...charged(agent, delegated?.spent), calls: [...agent.calls.slice(0, -1), ended] };
    }
    case 'agent.pausing':
      return { ...agent, pausing: true };
    case 'agent.paused':
      return { ...agent, pausing: false, pausedBefore: fact.data.phaseIndex, waits: { for: 'person' } };
    default:
      return agent;
  }
}

/** G8 */
const charged = (agent: OpenAgent, spent: EventData<'agent.completed'>['spent'] = NOTHING_SPENT): OpenAgent => ({
  ...agent,
  refusals: agent.refusals + spent.refusals,
  tokens: agent.tokens + spent.tokens,
  milliseconds: agent.milliseconds + spent.milliseconds,
});
const NOTHING_SPENT = { refusals: 0, tokens: 0, milliseconds: 0 };

/** G4: the call of the latest answer is made. */
function called(agent: OpenAgent, waits: AgentWaiting, delegated?: MadeCall['delegated']): OpenAgent {
  const { place, calls, wanted } = agent;
  if (wanted === null) return agent;
  return {
    ...agent,
    place: placeOfCall(place),
    calls: [...calls, { ...wanted, status: 'running', code: null, ...(delegated && { delegated }) }],
    wanted: null,
    waits,
  };
}

const waitedFor = ({ waits }: OpenAgent, at: string): number =>
  waits.for === 'model' ? Math.max(0, Date.parse(at) - Date.parse(waits.since)) : 0;
