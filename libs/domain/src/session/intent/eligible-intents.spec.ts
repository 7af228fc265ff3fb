import fc from 'fast-check';
import { shopBundle } from '../../fixtures/shop-bundle';
import { eligibleIntents } from './eligible-intents';

const withRollout = (rolloutPercentage: number) => ({
  intents: shopBundle.intents.slice(0, 1).map((intent) => ({ ...intent, rolloutPercentage })),
});
const isIn = (percentage: number, customerId: string) =>
  eligibleIntents(withRollout(percentage), { tenant: 'shop', customerId, channel: 'web' }).length === 1;

test('CL-01: an intent is eligible on its channels only, and on every channel when it names none', () => {
  const [first, ...others] = shopBundle.intents;
  const bundle = { intents: [{ ...first!, channels: ['telegram'] }, ...others] };
  const names = (channel: string) => eligibleIntents(bundle, { tenant: 'shop', customerId: 'C-1', channel });
  expect(names('telegram')).toContain('order_status');
  expect(names('web')).not.toContain('order_status');
  expect(names('web')).toHaveLength(others.length);
});

test('a rollout is stable per customer and only grows', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 99 }), (customer, percentage) => {
      expect(isIn(percentage, customer)).toBe(isIn(percentage, customer));
      if (isIn(percentage, customer)) expect(isIn(percentage + 1, customer)).toBe(true);
      expect([isIn(0, customer), isIn(100, customer)]).toEqual([false, true]);
    }),
  );
});

test('a rollout of thirty percent reaches about thirty of a hundred customers', () => {
  const reached = Array.from({ length: 2_000 }, (_, index) => isIn(30, `C-${index}`)).filter(Boolean).length;
  expect(reached).toBeGreaterThan(520);
  expect(reached).toBeLessThan(680);
});
