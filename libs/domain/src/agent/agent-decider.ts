import type { Decider, DueChange, Fact } from '@arbiter/contracts';
import { lapsesAt } from '../asking-again';
import type { AgentInput } from './agent-inputs';
import { UNOPENED_AGENT, type Agent } from './agent-state';
import { ASK_TIMER, decideAgent } from './decide-agent';
import { evolveAgent } from './evolve-agent';

export const agentDecider: Decider<Agent, AgentInput> = {
  category: 'agent',
  initial: () => UNOPENED_AGENT,
  evolve: evolveAgent,
  decide: decideAgent,
  due: timersOf,
};

/** The artifacts an input is decided with: those that the run of its step is pinned to. */
export function artifactsOfAgent(agent: Agent, input: AgentInput): string | null {
  if (agent.stage === 'open') return agent.begun.artifacts;
  return agent.stage === 'unopened' && input.name === 'agent.requested' ? input.data.artifacts : null;
}

function timersOf(fact: Fact): readonly DueChange[] {
  switch (fact.name) {
    case 'agent.asked':
      return [{ key: ASK_TIMER, at: lapsesAt(fact.data.at, fact.data.asked) }];
    case 'agent.answered':
    case 'agent.completed':
      return [{ key: ASK_TIMER, at: null }];
    default:
      return [];
  }
}
