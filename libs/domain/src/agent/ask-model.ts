import {
  agentOf,
  answerTimes,
  type DecisionContext,
  type Fact,
  type FinalReason,
  type PhasePlace,
} from '@arbiter/contracts';
import { instantAfter } from '../instant';
import type { OpenAgent } from './agent-state';

/** The purpose that a tenant's models are asked for an agent's next step by. */
export const AGENT_PURPOSE = 'agent';

/** Why its models may do no more. */
export function overBudget({ refusals, tokens, milliseconds, begun }: OpenAgent): FinalReason | null {
  const { budget } = begun.task;
  if (refusals > budget.refusals) return 'refusals';
  if (tokens >= budget.tokens) return 'tokens';
  return milliseconds >= budget.seconds * 1_000 ? 'seconds' : null;
}

/** A further question; the model of one that is `final` is offered no tool. */
export const askedFor = (
  agent: OpenAgent,
  place: PhasePlace,
  final: FinalReason | null,
  context: DecisionContext,
): Fact => asking(agent, place, { ask: agent.asks + 1, asked: 1, final }, context);

/** The same question once more: who asked it before is gone. */
export const askedAgain = (
  agent: OpenAgent,
  asked: number,
  final: FinalReason | null,
  context: DecisionContext,
): Fact => asking(agent, agent.place, { ask: agent.asks, asked, final }, context);

const asking = (
  { begun }: OpenAgent,
  place: PhasePlace,
  question: { readonly ask: number; readonly asked: number; readonly final: FinalReason | null },
  { now, artifacts }: DecisionContext,
): Fact => ({
  name: 'agent.asked',
  data: {
    ...agentOf(begun),
    place,
    ...question,
    deadline: instantAfter(now, answerTimes(artifacts.models, AGENT_PURPOSE).total),
    at: now,
  },
});
