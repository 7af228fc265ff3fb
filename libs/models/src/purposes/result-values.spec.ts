import { join } from 'node:path';
import { loadTenant } from '@arbiter/artifacts';
import { WITHOUT_RECOGNISERS } from '../testing/rules';
import { assembled } from '../context';
import { narrative } from '.';

const shop = loadTenant(join(__dirname, '../../../../deploy/tenants/shop'));
const promptOf = (copy: string, values: Record<string, unknown>, bundle = shop) =>
  assembled(narrative.task({ copy, locale: 'en', closing: null, values }, bundle).draft, WITHOUT_RECOGNISERS);

describe('the part of a result that prose is told', () => {
  const lookup = { status: 'shipped', carrier: 'UPS', eta: '2026-11-22', total: 99, items: [{ names: { en: 'tea' } }] };
  const values = { orderNumber: '1002', ...lookup, steps: { lookup: { result: lookup } }, args: {} };

  it('is the fields that the tenant declares, as data of the vendor, and nothing else of them (CX-02)', () => {
    const { prompt } = promptOf('order_status', values);
    expect(prompt.data['results']).toEqual([
      { tool: 'shop.order.get', result: { status: 'shipped', carrier: 'UPS', eta: '2026-11-22' } },
    ]);
    expect(prompt.from['results']).toBe('vendor');
    expect(JSON.stringify(prompt.data)).not.toMatch(/99|tea/);
  });

  it('is nothing where the tenant declares nothing (CX-02)', () => {
    const { context: _, ...bundle } = shop;
    expect(promptOf('order_status', values, bundle).prompt.data).not.toHaveProperty('results');
  });

  it('holds a token for what a schema tags, whether it is recognised or not (CX-03)', () => {
    const address = 'Hinter dem Deich 5';
    const change = { result: { address, changeId: 'A-1', status: 'address_changed' } };
    const said = { orderNumber: '1001', address, changeId: 'A-1', args: { address }, steps: { change } };
    const { prompt, personal } = promptOf('address_done', said);
    expect(JSON.stringify(prompt.data)).not.toContain(address);
    expect(Object.values(personal)).toEqual([address]);
    expect(prompt.data['sentence']).toContain(Object.keys(personal)[0]);
  });
});
