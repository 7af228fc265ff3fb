import type { AgentEnd, DecisionContext, Fact } from '@arbiter/contracts';
import type { OpenAgent } from './agent-state';

/** G1 */
export const completed = (
  { begun: { runId, stepId }, calls, asks }: OpenAgent,
  end: AgentEnd,
  { now }: Pick<DecisionContext, 'now'>,
  { words = '', code = null }: { readonly words?: string; readonly code?: string | null } = {},
): Fact => ({
  name: 'agent.completed',
  data: {
    runId,
    stepId,
    end,
    code,
    words,
    calls: calls.map(({ tool, status, code: of }) => ({ tool, status, code: of })),
    asks,
    at: now,
  },
});
