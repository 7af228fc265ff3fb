import type { PlanStep } from '@arbiter/contracts';
import { idempotencyKeyOf } from './idempotency-key';

const step: PlanStep = {
  id: 'refund',
  type: 'tool_call',
  title: 'Refund',
  dependsOn: [],
  optional: false,
  tool: 'shop.refund.create',
  semanticTarget: 'order:{args.orderNumber}',
};
const owner = { tenant: 'shop', customerId: 'C-1001', threadId: 'thread-1', runId: 'run-1' };
const args = { orderNumber: '1003', amount: 25 };
const key = idempotencyKeyOf(owner, step, args);

describe('an idempotency key (EX-18)', () => {
  it('is the same whenever the topic plans the same deed again', () => {
    expect(idempotencyKeyOf({ ...owner, runId: 'run-2' }, step, { amount: 25, orderNumber: '1003' })).toBe(key);
  });

  it.each([
    ['other arguments', idempotencyKeyOf(owner, step, { ...args, amount: 26 })],
    ['another target', idempotencyKeyOf(owner, step, { ...args, orderNumber: '1004' })],
    ['another step', idempotencyKeyOf(owner, { ...step, id: 'again' }, args)],
    ['another topic', idempotencyKeyOf({ ...owner, threadId: 'thread-2' }, step, args)],
    ['another tenant', idempotencyKeyOf({ ...owner, tenant: 'other' }, step, args)],
    ['another run without a topic', idempotencyKeyOf({ ...owner, threadId: null, runId: 'run-2' }, step, args)],
  ])('is another one for %s', (_, other) => {
    expect(other).not.toBe(key);
  });

  it('holds nothing that was said', () => {
    expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});
