import { Type, type Static } from 'typebox';
import { AgentBudget, MOST_DELEGATES } from '../agent';
import { Closed } from '../vocabulary';
import { StepClass } from './models';

/** What an agent may take where its profile does not say (TP-04, TP-05, TP-10). */
export const USUAL_AGENT_BUDGET: AgentBudget = { cycles: 3, refusals: 3, tokens: 50_000, seconds: 120 };

const OfResult = Type.String({ pattern: '^results\\.[1-9]\\d*(\\.\\w+)+$', description: 'results.<call>.<field>' });
const FieldName = (description: string) => Type.String({ pattern: '^\\w+$', description });

/**
 * Where an argument of a call comes from: the wish, an earlier result, the one of a listed set that the wish names, or
 * the example itself.
 */
const ExampleArgument = Type.Union([
  Closed({
    match: Type.String({ description: 'a regular expression: a word of the wish that is wholly of this form' }),
    which: Type.Optional(Type.Integer({ minimum: 1, description: 'which of them; the first when left out' })),
  }),
  Closed({
    from: Type.String({
      pattern: '^(wish|results\\.[1-9]\\d*(\\.\\w+)+)$',
      description: '`wish`, or results.<call>.<field>',
    }),
  }),
  Closed({
    among: { ...OfResult, description: 'results.<call>.<field>: a list, of which the wish names one' },
    by: FieldName('the field of an item that is compared with the words of the wish'),
    take: FieldName('the field of that item that is the argument'),
  }),
  Closed({ value: Type.Unknown() }),
]);
export type ExampleArgument = Static<typeof ExampleArgument>;

/** What the agent does for wishes like these. Without a language model it is what is done. */
export const AgentExample = Closed({
  wishes: Type.Array(Type.String(), { minItems: 3 }),
  calls: Type.Array(Closed({ tool: Type.String(), args: Type.Record(Type.String(), ExampleArgument) }), {
    minItems: 1,
  }),
  copy: Type.String({ description: 'the sentence of the answer; it may name `{results.<call>.<field>}`' }),
});
export type AgentExample = Static<typeof AgentExample>;

/** EX-10: an agent of a tenant: what it is told, what it may call, and what it may take. */
export const AgentProfile = Closed({
  agent: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
  version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
  description: Type.String(),
  instructions: Type.String({ minLength: 1, maxLength: 8_000, description: "the tenant's own words to the model" }),
  tools: Type.Array(Type.String(), { minItems: 1, maxItems: 32, uniqueItems: true }),
  class: StepClass,
  mayDelegateTo: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: MOST_DELEGATES,
      uniqueItems: true,
      description: 'agents that it may have do something, with tools that both have',
    }),
  ),
  default: Type.Optional(
    Type.Boolean({ description: 'it serves the wishes that no template does; at most one agent is the default' }),
  ),
  knowledge: Type.Optional(
    Type.Boolean({
      description:
        'of the default agent: what the tenant has written is searched for the wish before it begins (EX-08)',
    }),
  ),
  examples: Type.Optional(Type.Array(AgentExample)),
  budget: Type.Optional(
    Type.Partial(AgentBudget, { additionalProperties: false, description: 'the usual one where it says nothing' }),
  ),
});
export type AgentProfile = Static<typeof AgentProfile>;

/** TP-15: the agent that serves what no template does; null where the flag is off, or no agent is the default. */
export const defaultAgent = ({ agents = [], conversation }: ServingBundle): AgentProfile | null =>
  (conversation.twoStage === true && agents.find((profile) => profile.default === true)) || null;

interface ServingBundle {
  readonly agents?: readonly AgentProfile[];
  readonly conversation: { readonly twoStage?: boolean };
}
