import type { TemplateDefinition } from '@arbiter/contracts';
import { alteredShop } from './altered-shop';

const LOOKUP = 'shop.order.get';
const LIST = 'shop.orders.list';
const REFUND = 'shop.refund.create';
/** As a model knows them. */
export const OFFERED = 'shop-order-get';
export const OFFERED_LIST = 'shop-orders-list';
export const OFFERED_REFUND = 'shop-refund-create';

/** What has an agent do what a caller wishes. */
const asking = (agent: string, capabilities: string[]): TemplateDefinition => ({
  template: `ask_${agent}`,
  version: '1.0.0',
  description: 'Has an agent find something out, or do it.',
  direct: true,
  args: {
    type: 'object',
    required: ['wish'],
    additionalProperties: false,
    properties: { wish: { type: 'string', maxLength: 500 } },
  },
  scope: { allowed: { shop: capabilities } },
  steps: [{ id: 'work', type: 'agent_run', agent, args: { wish: { from: 'args.wish' } } }],
});

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
        agent: 'reader',
        version: '1.0.0',
        description: 'Reads up',
        instructions: 'You read what customers of a shop have ordered.',
        tools: [LIST, LOOKUP],
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
      asking('clerk', ['orders.read']),
      asking('cashier', ['orders.read', 'refunds.write']),
      asking('reader', ['orders.read']),
    ],
  });
