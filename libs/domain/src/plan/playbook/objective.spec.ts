import type { Values } from '@arbiter/contracts';
import { invoice, playbookArgs, reminders } from '../../fixtures/playbook-bundle';
import { verdictOf } from './objective';

const { object, holds, acknowledged } = reminders.objective;
const found = (...invoices: readonly Values[]) =>
  verdictOf(
    { over: { steps: ['check'], read: reminders.reads[0]! }, object, holds, acknowledged: acknowledged! },
    { check: { invoices } },
    playbookArgs,
  );

describe('PL-06, EVL-05: the objective of a playbook', () => {
  it('holds when it holds for every object', () => {
    expect(found(invoice('INV-1', { status: 'paid' }))).toMatchObject({ verdict: 'holds', objects: 1, unmet: 0 });
    expect(found()).toMatchObject({ verdict: 'holds', objects: 0 });
  });

  it('holds but for what its owner accepts', () => {
    expect(found(invoice('INV-1', { holdUntil: '2026-04-01' }))).toMatchObject({
      verdict: 'acknowledged',
      acknowledged: ['INV-1'],
    });
  });

  it('fails with the objects that break it', () => {
    const held = invoice('INV-3', { holdUntil: '2026-04-01' });
    expect(found(invoice('INV-2'), invoice('INV-1'), held)).toEqual({
      verdict: 'fails',
      objects: 3,
      acknowledged: ['INV-3'],
      failing: ['INV-1', 'INV-2'],
      unmet: 2,
    });
  });

  it('counts an object once, and none that has two records and is well in one of them only', () => {
    const open = invoice('INV-1');
    expect(found(open, open)).toMatchObject({ objects: 1, failing: ['INV-1'], unmet: 1 });
    expect(found(invoice('INV-1', { status: 'paid' }), open)).toMatchObject({ objects: 1, failing: ['INV-1'] });
  });

  it('does not hold for what cannot be told', () => {
    expect(found(invoice('INV-1', { number: null })).failing).toEqual(['check[0]']);
    expect(found(invoice('INV-1', { amount: 'much', status: 'paid' })).failing).toEqual(['INV-1']);
    expect(found(invoice('INV-1', { issuedOn: null })).failing).toEqual(['INV-1']);
  });

  it('is not known where there is more than was read, whatever holds of that', () => {
    const list = { items: 'invoices', pages: 'pages' };
    const over = { steps: ['check'], read: reminders.reads[0]!, list };
    const check = { invoices: [invoice('INV-1', { status: 'paid' })], pages: 2 };
    const read = (pages: number) =>
      verdictOf({ over, object, holds }, { check: { ...check, pages } }, playbookArgs).verdict;
    expect([read(1), read(2)]).toEqual(['holds', 'incomplete']);
  });

  it('names the objects whose records cannot be read, and why', () => {
    expect(found(invoice('INV-1', { amount: 'all of it' }), invoice('INV-2', { status: 'paid' }))).toMatchObject({
      verdict: 'fails',
      failing: ['INV-1'],
      odd: [{ object: 'INV-1', reason: 'amount holds no amount' }],
    });
  });
});
