import { smallOrders } from './refunds';
import { shopWithCourier } from './shop-with-courier';
import { TestSystem, eventually } from './test-system';

const RETRY_AFTER_SECONDS = 10;
const OTHERS = 3;

describe('a vendor that says Retry-After (AG-11)', () => {
  let arbiter: TestSystem;

  beforeAll(async () => {
    arbiter = await TestSystem.open({ tenants: [shopWithCourier({ account: 'sandbox' })] });
  });
  afterAll(() => arbiter?.close());

  /** When events of this type came into the log of a run. */
  const timesOf = async (type: string, run: string): Promise<readonly number[]> => {
    const { rows } = await arbiter.pool.query<{ time: string }>(
      `select envelope::json ->> 'time' as time from event
       where type like $1 and envelope::json ->> 'correlationid' = $2 order by position`,
      [`arbiter.${type}.v%`, run],
    );
    return rows.map(({ time }) => Date.parse(time));
  };

  it('is called by no one that shares its account before that time, and then by all', async () => {
    const orderOf = await smallOrders(arbiter);
    const refund = async () => {
      const { orderNumber, customerId } = orderOf('native');
      return { orderNumber, run: await arbiter.submit('refund_order', { orderNumber }, customerId) };
    };
    const { orderNumber, customerId } = orderOf('native');
    await arbiter.faults([{ route: 'POST /refunds', kind: '429', retryAfterSeconds: RETRY_AFTER_SECONDS, times: 1 }]);
    const told = await refund();
    await eventually('the vendor to say so', () =>
      arbiter.countOfRuns('action.retry_scheduled', [{ requestId: told.run }]),
    );
    const refunds = [told, ...(await Promise.all(Array.from({ length: OTHERS }, refund)))];
    const courier = await arbiter.submit('courier_status', { orderNumber }, customerId);

    for (const run of [...refunds.map((each) => each.run), courier])
      expect(await arbiter.ended(run)).toMatchObject({ status: 'ok' });
    const [toldAt] = (await timesOf('action.dispatched', told.run)) as [number];
    const others = refunds.slice(1).map((each) => timesOf('action.dispatched', each.run));
    const calledAt = (await Promise.all([...others, timesOf('segment.ended', courier)])).flat();
    expect(calledAt).toHaveLength(OTHERS + 1);
    for (const time of calledAt) expect(time - toldAt).toBeGreaterThanOrEqual(RETRY_AFTER_SECONDS * 1_000);
    for (const each of refunds) expect(await arbiter.ledger(each.orderNumber)).toHaveLength(1);
    expect(await arbiter.count('action.retry_scheduled')).toBe(1);
  });
});
