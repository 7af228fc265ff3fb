import type { AgentProfile, TemplateDefinition } from '@arbiter/contracts';
import { alteredShop } from './altered-shop';
import { RecordingModel } from './recording-model';
import { TestSystem } from './test-system';

const LOOKUP = 'shop.order.get';
const LIST = 'shop.orders.list';
const REFUND = 'shop.refund.create';
/** As a model knows them. */
export const OFFERED = 'shop-order-get';
export const OFFERED_LIST = 'shop-orders-list';
export const OFFERED_REFUND = 'shop-refund-create';

const profile = { version: '1.0.0', class: 'drafting' } as const;
const AGENTS: readonly AgentProfile[] = [
  {
    ...profile,
    agent: 'cashier',
    description: 'Pays back',
    instructions: 'You pay customers of a shop back.',
    tools: [LOOKUP, REFUND],
  },
  {
    ...profile,
    agent: 'reader',
    description: 'Reads up',
    instructions: 'You read what customers of a shop have ordered.',
    tools: [LIST, LOOKUP],
  },
  {
    ...profile,
    agent: 'chief',
    description: 'Has others do it',
    instructions: 'You have others do what customers want.',
    tools: [LOOKUP, REFUND],
    mayDelegateTo: ['cashier', 'clerk'],
  },
  {
    ...profile,
    agent: 'clerk',
    description: 'Looks orders up',
    instructions: 'You look orders up for customers of a shop.',
    tools: [LOOKUP],
    default: true,
  },
];

/** Has an agent work on the wish of a caller. */
const asking = (agent: string, allowed: string[]): TemplateDefinition => ({
  template: `ask_${agent}`,
  version: '1.0.0',
  description: 'Has an agent do something.',
  direct: true,
  args: {
    type: 'object',
    required: ['wish'],
    additionalProperties: false,
    properties: { wish: { type: 'string', maxLength: 500 } },
  },
  scope: { allowed: { shop: allowed } },
  steps: [{ id: 'work', type: 'agent_run', agent, args: { wish: { from: 'args.wish' } } }],
});

/** The demo shop, of whose API a caller may have an agent look orders up, pay back, or have others do that. */
export const shopWithAgents = (): string =>
  alteredShop({
    'agents.yaml': () => [...AGENTS],
    'conversation.yaml': (conversation) => ({ ...conversation, twoStage: true }),
    'templates.yaml': (templates) => [
      ...templates,
      asking('clerk', ['orders.read']),
      asking('chief', ['orders.read', 'refunds.write']),
      asking('cashier', ['orders.read', 'refunds.write']),
      asking('reader', ['orders.read']),
    ],
  });

/** The system of that shop, whose models are one that a test tells what to answer. */
export interface ModelledShop {
  readonly arbiter: TestSystem;
  readonly model: RecordingModel;
  readonly close: () => Promise<void>;
}

export async function openModelledShop(
  environmentOf: (url: string) => Readonly<Record<string, string>> = asCompatible,
): Promise<ModelledShop> {
  const model = await RecordingModel.open();
  const arbiter = await TestSystem.open({ tenants: [shopWithAgents()], environment: environmentOf(model.url) });
  return {
    arbiter,
    model,
    close: async () => {
      await arbiter.close();
      await model.close();
    },
  };
}

const asCompatible = (url: string) => ({ ARBITER_MODEL_URL: url, ARBITER_MODEL: 'llama' });
