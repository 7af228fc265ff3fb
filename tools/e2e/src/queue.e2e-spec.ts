import { smallOrders, type Refund } from './refunds';
import { shopWithCourier } from './shop-with-courier';
import { TestSystem, eventually } from './test-system';

const REFUNDS = 12;

describe('actions that wait for their turn at a vendor', () => {
  let arbiter: TestSystem;
  let refunds: readonly (Refund & { readonly requestId: string })[];

  beforeAll(async () => {
    arbiter = await TestSystem.open({
      tenants: [shopWithCourier()],
      environment: { ARBITER_VENDOR_REQUESTS_PER_SECOND: '1' },
    });
    const orderOf = await smallOrders(arbiter);
    refunds = await Promise.all(
      Array.from({ length: REFUNDS }, async () => {
        const refund = orderOf('native');
        const requestId = await arbiter.submit('refund_order', { orderNumber: refund.orderNumber }, refund.customerId);
        return { ...refund, requestId };
      }),
    );
  });
  afterAll(() => arbiter?.close());

  it('takes no turn of another vendor (AG-11)', async () => {
    const { orderNumber, customerId } = refunds[0]!;
    await eventually('all refunds to want a turn', async () => (await lookupsRequested()) >= REFUNDS);
    const asked = await arbiter.submit('courier_status', { orderNumber }, customerId);
    expect(await arbiter.ended(asked)).toMatchObject({ status: 'ok' });
    // Behind them all it would have been answered after all of theirs.
    expect(await lookupsEnded()).toBeLessThan(REFUNDS);
  });

  it('is never sent once it was cancelled, and the others are, once (EX-20)', async () => {
    const cancelled = await eventually('three refunds to wait for their turns', async () => {
      const waiting = await waitingInTurn();
      return waiting.length >= 3 && waiting.at(-1)!;
    });
    const answer = await fetch(`${arbiter.system.httpUrl}/api/runs/${cancelled.requestId}/cancel`, { method: 'POST' });
    expect(answer.status).toBe(202);

    const ends = await Promise.all(refunds.map(({ requestId }) => arbiter.ended(requestId)));
    expect(ends[refunds.indexOf(cancelled)]).toMatchObject({ status: 'cancelled' });
    expect(await arbiter.ledger(cancelled.orderNumber)).toEqual([]);
    expect(await arbiter.countOfRuns('action.cancelled', [cancelled])).toBe(1);
    expect(await arbiter.countOfRuns('action.dispatched', [cancelled])).toBe(0);
    for (const other of refunds.filter((refund) => refund !== cancelled))
      expect(await arbiter.ledger(other.orderNumber)).toHaveLength(1);
  });

  const lookupsEnded = () => arbiter.count('segment.ended', '"tool":"shop.order.get"');

  const lookupsRequested = () => arbiter.count('segment.requested', 'shop.order.get');

  /** The refunds that are queued and not yet sent, the one that came last behind the others. */
  async function waitingInTurn() {
    const { rows } = await arbiter.pool.query<{ run: string }>(`
      select correlation as run from (
        select envelope::json ->> 'correlationid' as correlation, min(position) as place,
               bool_or(type like 'arbiter.action.dispatched.%') as sent, bool_or(type like 'arbiter.action.queued.%') as queued
        from event where type like 'arbiter.action.%' group by 1) action
      where queued and not sent order by place`);
    return rows.flatMap(({ run }) => refunds.filter(({ requestId }) => requestId === run));
  }
});
