import { NO, READS_ONLY, YES, endOf, expectedOf, isAsExpected } from './passes';
import type { Retail } from './retail/retail';
import type { RecordedCall, Task } from './task';

const call = (tool: string, more: Partial<RecordedCall> = {}): RecordedCall => ({
  tool,
  args: { order_id: '#1' },
  mutates_state: false,
  result: { status: 'pending' },
  error: null,
  ...more,
});
const cancel = call('cancel', { mutates_state: true, result: { status: 'cancelled' } });
const task = (...calls: readonly RecordedCall[]): Task => ({
  task_id: '0',
  user_scenario: { instructions: { reason_for_call: 'Cancel it.' } },
  expected_actions: [...calls],
  expected_db_patch: { 'orders/#1': { status: 'cancelled' } },
});
const CHAIN = task(call('read'), cancel, call('read'), call('other'));

describe('what a model is to be told of its calls', () => {
  it('with a yes is what was recorded, and of a call that it made before that it is not made (TP-08)', () => {
    expect(expectedOf(CHAIN, YES)).toEqual([
      { status: 'completed', result: { status: 'pending' } },
      { status: 'completed', result: { status: 'cancelled' } },
      'not_made',
      { status: 'completed', result: { status: 'pending' } },
    ]);
  });

  it('of a refusal is its code', () => {
    const refused = task(call('read', { result: null, error: 'ValueError: Order not found' }));
    expect(expectedOf(refused, YES)).toEqual([{ status: 'failed', code: 'order_not_found' }]);
  });

  it('without a yes is that it was rejected, and by an agent that may not call it that it is not made', () => {
    expect(expectedOf(CHAIN, NO)[1]).toEqual({ status: 'rejected' });
    expect(expectedOf(CHAIN, READS_ONLY)[1]).toBe('not_made');
  });

  it('after a mutation that did not take place is in no recording', () => {
    expect(expectedOf(CHAIN, NO)[3]).toBeNull();
  });
});

it('what a model is told is held against all that is expected', () => {
  const told = { status: 'completed', result: { a: 1 } };
  expect(isAsExpected(told, { status: 'completed', result: { a: 1 } })).toBe(true);
  expect(isAsExpected(told, { status: 'completed', result: { a: 2 } })).toBe(false);
  expect(isAsExpected(told, { status: 'rejected' })).toBe(false);
  expect(isAsExpected(told, 'not_made')).toBe(false);
  expect(isAsExpected(undefined, null)).toBe(false);
  expect(isAsExpected('not_made', 'not_made')).toBe(true);
});

it('the records change with a yes alone', () => {
  const shop = { products: {}, users: {}, orders: { '#1': { status: 'pending' } } } as unknown as Retail;
  expect(endOf(shop, CHAIN, YES).orders).toEqual({ '#1': { status: 'cancelled' } });
  expect([NO, READS_ONLY].map((pass) => endOf(shop, CHAIN, pass))).toEqual([shop, shop]);
});
