import { streamOf, type Decider, type DueChange, type Fact } from '@arbiter/contracts';
import { lapsesAt } from '../asking-again';
import type { AgentInput } from './agent-inputs';
import { UNOPENED_AGENT, type Agent } from './agent-state';
import { ASK_TIMER, decideAgent } from './decide-agent';
import { evolveAgent } from './evolve-agent';

/** The agent of a step of a run (EX-10). */
export const agentStream = (tenant: string, runId: string, stepId: string): string =>
  streamOf('agent', tenant, `${runId}.${stepId}`);

export const agentDecider: Decider<Agent, AgentInput> = {
  category: 'agent',
  initial: () => UNOPENED_AGENT,
  evolve: evolveAgent,
  decide: decideAgent,
  due: timersOf,
};

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
