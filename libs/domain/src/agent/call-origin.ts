import type { ActionOrigin, AgentOf } from '@arbiter/contracts';

/** What a call of an agent is asked for by. */
export const callOrigin = (
  { stepId, delegation }: Pick<AgentOf, 'stepId' | 'delegation'>,
  call: number,
): Extract<ActionOrigin, { kind: 'agent_call' }> => ({
  kind: 'agent_call',
  stepId,
  ...(delegation && { delegation }),
  call,
});
