import { Type, type Static } from 'typebox';
import { AgentBudget } from '../agent';
import { Closed } from '../vocabulary';
import { StepClass } from './models';

/** What an agent may take where its profile does not say (TP-04, TP-05, TP-10). */
export const USUAL_AGENT_BUDGET: AgentBudget = { cycles: 3, refusals: 3, tokens: 50_000, seconds: 120 };

/** EX-10: an agent of a tenant: what it is told, what it may call, and what it may take. */
export const AgentProfile = Closed({
  agent: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
  version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
  description: Type.String(),
  instructions: Type.String({ minLength: 1, maxLength: 8_000, description: "the tenant's own words to the model" }),
  tools: Type.Array(Type.String(), { minItems: 1, maxItems: 32, uniqueItems: true }),
  class: StepClass,
  budget: Type.Optional(
    Type.Partial(AgentBudget, { additionalProperties: false, description: 'the usual one where it says nothing' }),
  ),
});
export type AgentProfile = Static<typeof AgentProfile>;
