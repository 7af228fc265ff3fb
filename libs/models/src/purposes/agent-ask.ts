import { CallRefusal, Evidence, FinalReason, StepStatus, Values } from '@arbiter/contracts';
import { Type, type Static } from 'typebox';

/** What an agent has done so far: a call with its outcome, or a call that was refused. */
const AgentExchange = Type.Union([
  Type.Object({
    tool: Type.String(),
    args: Values,
    status: StepStatus,
    code: Type.Union([Type.String(), Type.Null()]),
    result: Type.Unknown(),
  }),
  Type.Object({ tool: Type.String(), refused: CallRefusal }),
]);
export type AgentExchange = Static<typeof AgentExchange>;

export const AgentAsk = Type.Object({
  profile: Type.String(),
  tools: Type.Array(Type.String(), { description: 'that it has: of a delegate, no more than it was given' }),
  delegates: Type.Array(Type.String(), { description: 'the profiles that it may delegate to' }),
  locale: Type.String(),
  wish: Type.String(),
  evidence: Type.Array(Evidence, { description: 'EX-08: what was retrieved for the wish' }),
  exchanges: Type.Array(AgentExchange, { description: 'in order' }),
  final: Type.Union([FinalReason, Type.Null()], { description: 'why no tool is offered any more' }),
});
export type AgentAsk = Static<typeof AgentAsk>;
