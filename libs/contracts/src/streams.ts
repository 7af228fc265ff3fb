import type { Category } from './events';

/** `session-shop-…`: category, tenant, key. The tenant holds no dash, so the three parts always come apart again. */
export const streamOf = (category: Category, tenant: string, key: string): string => `${category}-${tenant}-${key}`;

export function parseStream(stream: string): { category: Category; tenant: string; key: string } {
  const first = stream.indexOf('-');
  const second = stream.indexOf('-', first + 1);
  return { category: stream.slice(0, first) as Category, tenant: stream.slice(first + 1, second), key: stream.slice(second + 1) };
}
