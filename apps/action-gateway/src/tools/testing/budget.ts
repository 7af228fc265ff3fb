import type { ExtensionLimits, ToolDefinition } from '@arbiter/contracts';
import { budgetOf, type Budget } from '../governor';

/** The budget of a tenant's look at a vendor whose extension declares these limits. */
export function budgetWith(limits: ExtensionLimits, tenant = 'shop', tool = 'vendor.order.get'): Budget {
  const tools = [{ tool, extension: 'vendor', timeoutMilliseconds: 1_000 }] as unknown as readonly ToolDefinition[];
  return budgetOf({ extensions: [{ extension: 'vendor', limits }], tools: [...tools] }, tenant, tool);
}
