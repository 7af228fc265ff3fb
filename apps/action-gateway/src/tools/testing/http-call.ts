import type { ToolCall } from '@arbiter/contracts';

export type HttpCall = Extract<ToolCall, { kind: 'http' }>;

/** A look at an order of a vendor, with changes. */
export const callOf = (changes: Partial<HttpCall> = {}): HttpCall => ({
  kind: 'http',
  extension: 'vendor',
  baseUrlVariable: 'VENDOR_URL',
  keyVariable: null,
  domain: null,
  method: 'GET',
  path: '/orders/1',
  headers: {},
  body: null,
  ...changes,
});
