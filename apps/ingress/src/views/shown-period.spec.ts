import { terminal, type ArtifactBundle } from '@arbiter/contracts';
import { ShownPeriod } from './shown-period';

const NOW = Date.parse('2026-03-31T12:00:00Z');
const period = (retention?: object) =>
  new ShownPeriod(
    {
      active: async () => 'h',
      load: async () =>
        ({
          conversation: { newRequest: 'switch', mostQuestions: 3, ...(retention ? { retention } : {}) },
        }) as unknown as ArtifactBundle,
    },
    () => NOW,
  );

describe('the period in which people see what was shown', () => {
  it("is the tenant's own, or ninety days", async () => {
    expect(await period({ shownDays: 30 }).beginsAt('shop')).toEqual(new Date('2026-03-01T12:00:00Z'));
    expect(await period({ runsDays: 5 }).beginsAt('shop')).toEqual(new Date('2025-12-31T12:00:00Z'));
    expect(await period().beginsAt('shop')).toEqual(new Date('2025-12-31T12:00:00Z'));
  });

  it('is ninety days for a tenant that has activated nothing, and not known while nothing can be read', async () => {
    const failing = (error: unknown) =>
      new ShownPeriod({ active: () => Promise.reject(error), load: () => Promise.reject(error) }, () => NOW);
    expect(await failing(terminal('unknown_artifacts', 'none')).beginsAt('shop')).toEqual(
      new Date('2025-12-31T12:00:00Z'),
    );
    await expect(failing(new Error('away')).beginsAt('shop')).rejects.toThrow('away');
  });
});
