import type { LoggedRequest } from '@arbiter/sandbox-vendor';
import { KINDS, REFUND_ROUTES, TEMPLATES, impatientShop, smallOrders, type Kind, type Refund } from './refunds';
import { TestSystem } from './test-system';

const TOOL_TIMEOUT_MILLISECONDS = 500;
const SLOWER_MILLISECONDS = 3_000;
/** As often as the shop's tools may be sent. */
const MAXIMUM_ATTEMPTS = 5;

describe('an answer about a request while an earlier one may have had its effect (EX-25)', () => {
  let arbiter: TestSystem;
  let nextRefund: (kind: Kind) => Refund;

  beforeAll(async () => {
    arbiter = await TestSystem.open({ tenants: [impatientShop(TOOL_TIMEOUT_MILLISECONDS)] });
    nextRefund = await smallOrders(arbiter);
  });
  afterEach(() => arbiter.faults([]));
  afterAll(() => arbiter?.close());

  /** A refund by a vendor that answers its requests with these, one after the other. */
  async function refundBy(kind: Kind, ...faults: readonly Record<string, unknown>[]) {
    await arbiter.faults(faults.map((fault) => ({ route: REFUND_ROUTES[kind], times: 1, ...fault })));
    const { orderNumber, customerId } = nextRefund(kind);
    const run = await arbiter.ended(await arbiter.submit(TEMPLATES[kind], { orderNumber }, customerId));
    return { run, orderNumber };
  }

  async function requestsFor(route: string): Promise<number> {
    const response = await fetch(`${arbiter.system.vendorUrl}/_sandbox/requests`);
    const { requests } = (await response.json()) as { requests: readonly LoggedRequest[] };
    return requests.filter(({ method, path }) => `${method} ${path}` === route).length;
  }

  it.each(KINDS.filter((kind) => kind !== 'plain'))(
    '%s: a vendor slower than the limit that then says "in progress" has made one payment, and it is reported as made',
    async (kind) => {
      const { run, orderNumber } = await refundBy(
        kind,
        { kind: 'slow', delayMilliseconds: SLOWER_MILLISECONDS },
        { kind: '409', times: 2 },
      );
      expect(run).toMatchObject({ status: 'ok', header: { steps: [{}, { status: 'completed' }] } });
      expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
    },
  );

  it.each(['400', '404', '422'])(
    'a 500 after the payment and a %s under the same key leave it unknown, and never "failed"',
    async (refusal) => {
      const { run, orderNumber } = await refundBy('native', { kind: '500_after_effect' }, { kind: refusal });
      expect(run).toMatchObject({ status: 'error', header: { steps: [{}, { status: 'unknown' }] } });
      expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
    },
  );

  it('a vendor that is guarded by its ETag is asked what became of a payment without an answer', async () => {
    const { run, orderNumber } = await refundBy('etag', { kind: 'reset_after_effect' }, { kind: '422' });
    expect(run).toMatchObject({ status: 'ok' });
    expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
  });

  it('of a vendor that recognises nothing it is unknown at once', async () => {
    const { run, orderNumber } = await refundBy('plain', { kind: '500_after_effect' }, { kind: '404' });
    expect(run).toMatchObject({ status: 'error', header: { steps: [{}, { status: 'unknown' }] } });
    expect(await arbiter.ledger(orderNumber)).toHaveLength(1);
  });

  it('an attempt is a request: no more are made than the tool allows (EX-22)', async () => {
    await fetch(`${arbiter.system.vendorUrl}/_sandbox/requests`, { method: 'DELETE' });
    const { run, orderNumber } = await refundBy('native', { kind: 'reset_before_effect', times: 20 });
    expect(run).toMatchObject({ status: 'error', header: { steps: [{}, { status: 'unknown' }] } });
    expect(await requestsFor(REFUND_ROUTES.native)).toBe(MAXIMUM_ATTEMPTS);
    expect(await arbiter.ledger(orderNumber)).toHaveLength(0);
  });
});
