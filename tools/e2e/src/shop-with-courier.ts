import type { ExtensionLimits } from '@arbiter/contracts';
import { alteredShop } from './altered-shop';

/** Longer than anything waits here for its turn at the vendor. */
const TOOL_TIMEOUT_MILLISECONDS = 120_000;

/** The shop with a second vendor, a courier whose system tells where an order is; both with these limits. */
export const shopWithCourier = (limits?: ExtensionLimits): string =>
  alteredShop({
    'tools.yaml': ({ tools, extensions }) => ({
      extensions: [...extensions, { extension: 'courier', baseUrlVariable: 'ARBITER_SHOP_URL' }].map((extension) =>
        limits && ['shop', 'courier'].includes(extension.extension) ? { ...extension, limits } : extension,
      ),
      tools: [
        ...tools.map((tool) => ({ ...tool, timeoutMilliseconds: TOOL_TIMEOUT_MILLISECONDS })),
        ...tools
          .filter(({ tool }) => tool === 'shop.order.get')
          .map((tool) => ({ ...tool, tool: 'courier.order.get', extension: 'courier' })),
      ],
    }),
    'policies.yaml': ({ allowList, rules, risk, ...policy }) => ({
      ...policy,
      risk: [...risk, { tool: 'courier.order.get', kind: 'dispatch' }],
      allowList: [...allowList, 'courier.order.get'],
      rules: [
        ...rules,
        { rule: 'courier', tools: ['courier.order.get'], effect: 'allow', reason: 'Everybody may know where it is.' },
      ],
    }),
    'templates.yaml': (templates) => [
      ...templates,
      ...templates
        .filter(({ template }) => template === 'order_status')
        .map((template) => ({
          ...template,
          template: 'courier_status',
          direct: true,
          scope: { allowed: { courier: ['orders.read'] } },
          steps: template.steps.map((step) => ('tool' in step ? { ...step, tool: 'courier.order.get' } : step)),
        })),
    ],
  });
