import { forcedBy } from './forced-by';

it('a force names playbooks and a reason, or is left out', () => {
  expect(forcedBy({})).toBeNull();
  expect(forcedBy({ force: 'stuck_orders,invoice_followup', reason: 'tried by hand' })).toEqual({
    playbooks: ['stuck_orders', 'invoice_followup'],
    reason: 'tried by hand',
  });
});

it.each([
  [{ force: 'stuck_orders' }, '--force needs a --reason'],
  [{ force: 'stuck_orders', reason: ' ' }, '--force needs a --reason'],
  [{ reason: 'tried by hand' }, 'name the playbooks'],
  [{ force: ',', reason: 'tried by hand' }, 'name the playbooks'],
])('%p is refused', (options, message) => {
  expect(() => forcedBy(options)).toThrow(message);
});
