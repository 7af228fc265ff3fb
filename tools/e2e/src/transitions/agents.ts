import { DELEGATE_TOOL, type AgentProfile, type TemplateDefinition } from '@arbiter/contracts';

const LOOK = { tool: 'shop.order.get', args: { orderNumber: { match: '\\d+' } } };

/** Without a language model it makes the same call twice, and the second one is refused. */
const clerk: AgentProfile = {
  agent: 'clerk',
  version: '1.0.0',
  description: 'Looks an order up',
  instructions: 'You look orders up.',
  tools: [LOOK.tool],
  class: 'drafting',
  examples: [
    {
      wishes: ['look at order 1001 twice', 'look order 1001 up two times', 'see order 1001 and look again'],
      calls: [LOOK, LOOK],
      copy: 'working',
    },
  ],
};

const chief: AgentProfile = {
  ...clerk,
  agent: 'chief',
  description: 'Has an order looked up',
  mayDelegateTo: ['clerk'],
  examples: [
    {
      ...clerk.examples![0]!,
      calls: [
        {
          tool: DELEGATE_TOOL,
          args: { profile: { value: 'clerk' }, wish: { from: 'wish' }, forward_skills: { value: [LOOK.tool] } },
        },
      ],
    },
  ],
};

/** Has an agent work on a wish. */
export const asking = (agent: string): TemplateDefinition => ({
  template: `ask_${agent}`,
  version: '1.0.0',
  description: 'Has an agent look at an order.',
  direct: true,
  args: {
    type: 'object',
    required: ['wish'],
    additionalProperties: false,
    properties: { wish: { type: 'string', maxLength: 200 } },
  },
  scope: { allowed: { shop: ['orders.read'] } },
  steps: [{ id: 'work', type: 'agent_run', agent, args: { wish: { from: 'args.wish' } } }],
});

export const AGENTS: readonly AgentProfile[] = [clerk, chief];
