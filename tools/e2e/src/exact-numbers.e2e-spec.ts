import { alteredShop } from './altered-shop';
import { RewritingVendor } from './rewriting-vendor';
import { TestSystem } from './test-system';

const LONG = '2512292042121000001';

/** A template that writes the carrier of an order, as the vendor names it, into a ticket. */
const shop = (): string =>
  alteredShop({
    'templates.yaml': (templates) => [
      ...templates,
      {
        template: 'report_carrier',
        version: '1.0.0',
        description: 'Opens a ticket about the carrier of an order.',
        direct: true,
        args: {
          type: 'object',
          required: ['orderNumber'],
          additionalProperties: false,
          properties: { orderNumber: { type: 'string', pattern: '^\\d{4}$' } },
        },
        scope: { allowed: { shop: ['orders.read', 'tickets.write'] } },
        steps: [
          {
            id: 'lookup',
            type: 'tool_call',
            title: 'Look up the order',
            tool: 'shop.order.get',
            args: { orderNumber: { from: 'args.orderNumber' } },
          },
          {
            id: 'ticket',
            type: 'tool_call',
            title: 'Open a ticket',
            dependsOn: ['lookup'],
            tool: 'shop.ticket.create',
            args: { summary: { from: 'steps.lookup.result.carrier' } },
          },
        ],
      },
    ],
  });

describe('the numbers of a vendor that are longer than a double keeps', () => {
  let vendor: RewritingVendor;
  let arbiter: TestSystem;
  beforeAll(async () => {
    vendor = await RewritingVendor.open();
    arbiter = await TestSystem.open({ tenants: [shop()], environment: { ARBITER_SHOP_URL: vendor.url } });
    vendor.target = arbiter.system.vendorUrl;
  });
  afterAll(async () => {
    await arbiter?.close();
    await vendor?.close();
  });

  const reported = async () => arbiter.ended(await arbiter.submit('report_carrier', { orderNumber: '1003' }));

  it('go back to the vendor digit by digit, where its schema lets a text stand', async () => {
    vendor.rewrite = (_, body) => body.replace(/"carrier":(?:"[^"]*"|null)/, `"carrier":${LONG}`);
    expect(await reported()).toMatchObject({ status: 'ok' });
    expect((await arbiter.ledger()).map(({ body }) => body['summary'])).toEqual([LONG]);
  });

  it('are an error that names their place, where it wants a number, and nothing is written', async () => {
    vendor.rewrite = (_, body) => body.replace(/"total":[\d.]+/, `"total":${LONG}`);
    const { status, header } = (await reported()) as { status: string; header: { steps: readonly object[] } };
    expect(status).toBe('error');
    expect(header.steps[0]).toMatchObject({
      status: 'failed',
      error: { code: 'result_invalid', message: expect.stringContaining('/total must be number: a number of so many') },
    });
    expect(await arbiter.ledger()).toHaveLength(1);
  });
});
