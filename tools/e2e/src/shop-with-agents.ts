import { alteredShop } from './altered-shop';

const LOOKUP = 'shop.order.get';
const REFUND = 'shop.refund.create';
/** As a model knows them. */
export const OFFERED = 'shop-order-get';
export const OFFERED_REFUND = 'shop-refund-create';

/** The demo shop, of whose API a caller may have an agent look orders up or pay back. */
export const shopWithAgents = (): string =>
  alteredShop({
    'agents.yaml': () => [
      {
        agent: 'cashier',
        version: '1.0.0',
        description: 'Pays back',
        instructions: 'You pay customers of a shop back.',
        tools: [LOOKUP, REFUND],
        class: 'drafting',
      },
      {
        agent: 'clerk',
        version: '1.0.0',
        description: 'Looks orders up',
        instructions: 'You look orders up for customers of a shop.',
        tools: [LOOKUP],
        class: 'drafting',
        default: true,
      },
    ],
    'conversation.yaml': (conversation) => ({ ...conversation, twoStage: true }),
    'templates.yaml': (templates) => [
      ...templates,
      {
        template: 'ask_clerk',
        version: '1.0.0',
        description: 'Has an agent find something out.',
        direct: true,
        args: {
          type: 'object',
          required: ['wish'],
          additionalProperties: false,
          properties: { wish: { type: 'string', maxLength: 500 } },
        },
        scope: { allowed: { shop: ['orders.read'] } },
        steps: [{ id: 'work', type: 'agent_run', agent: 'clerk', args: { wish: { from: 'args.wish' } } }],
      },
      {
        template: 'ask_cashier',
        version: '1.0.0',
        description: 'Has an agent pay back.',
        direct: true,
        args: {
          type: 'object',
          required: ['wish'],
          additionalProperties: false,
          properties: { wish: { type: 'string', maxLength: 500 } },
        },
        scope: { allowed: { shop: ['orders.read', 'refunds.write'] } },
        steps: [{ id: 'work', type: 'agent_run', agent: 'cashier', args: { wish: { from: 'args.wish' } } }],
      },
    ],
  });
