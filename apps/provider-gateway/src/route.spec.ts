import type { ModelsDefinition, WishedTier } from '@arbiter/contracts';
import { classOf, routeOf } from './route';
import { MODELS } from './testing/scripted-provider';

const lexical = { provider: 'local_lexical', model: 'lexical-en-0.1' };
const embedded = { provider: 'local', model: 'embedded-en-0.2' };

describe('a route', () => {
  it('is the tier of the purpose, in order', () => {
    expect(routeOf(MODELS, { purpose: 'narrative' })).toEqual({
      own: [
        { tier: 'C', provider: 'local', model: 'template-prose' },
        { tier: 'C', provider: 'local_lexical', model: 'template-prose' },
      ],
      above: [],
    });
  });

  it('of a classification in tier B goes up to those of A that were not asked yet', () => {
    const tiers = { ...MODELS.tiers, B: [lexical], A: [lexical, embedded] };
    expect(routeOf({ ...MODELS, tiers }, { purpose: 'intent' })).toEqual({
      own: [{ tier: 'B', ...lexical }],
      above: [{ tier: 'A', ...embedded }],
    });
    expect(routeOf(MODELS, { purpose: 'intent' }).above).toEqual([]);
  });

  it.each(['narrative', 'clarification', 'intent'] as const)(
    'of %s goes up from tier B, as any purpose does (PV-04)',
    (purpose) => {
      const writing = { provider: 'local', model: 'template-prose' };
      const other = { provider: 'local_lexical', model: 'template-prose' };
      const tiers = { A: [writing, other, embedded, lexical], B: [writing, embedded] };
      const models = { ...MODELS, tiers, purposes: { intent: 'B', narrative: 'B', clarification: 'B' } };
      const { own, above } = routeOf(models, { purpose });
      expect(own.map(({ tier, provider }) => [tier, provider])).toEqual([['B', 'local']]);
      expect(above.map(({ tier, provider }) => [tier, provider])).toEqual([['A', 'local_lexical']]);
    },
  );

  it('of a classification in another tier does not go up', () => {
    const purposes = { ...MODELS.purposes, intent: 'C' };
    const tiers = { ...MODELS.tiers, C: [lexical] };
    expect(routeOf({ ...MODELS, tiers, purposes }, { purpose: 'intent' })).toEqual({
      own: [{ tier: 'C', ...lexical }],
      above: [],
    });
  });

  const classes = { drafting: 'A', classification: 'B', formatting: 'C' } as const;
  const writing = { A: [{ provider: 'local_lexical', model: 'template-prose' }], B: [embedded], C: MODELS.tiers['C']! };
  const classed: ModelsDefinition = {
    ...MODELS,
    tiers: writing,
    classes,
    purposes: { intent: 'classification', narrative: 'formatting' },
  };
  const tiersOf = (models: ModelsDefinition, ask: Parameters<typeof routeOf>[1]) => [
    ...new Set(routeOf(models, ask).own.map(({ tier }) => tier)),
  ];

  it('goes by the class of the purpose, and by that of the step before it (PV-02, PV-03, PV-09)', () => {
    expect(tiersOf(classed, { purpose: 'narrative' })).toEqual(['C']);
    expect(tiersOf(classed, { purpose: 'narrative', class: 'drafting' })).toEqual(['A']);
    expect(classOf(classed, { purpose: 'narrative' })).toBe('formatting');
    expect(classOf(classed, { purpose: 'narrative', class: 'drafting' })).toBe('drafting');
    expect(classOf(MODELS, { purpose: 'narrative' })).toBeNull();
  });

  it.each<[string, string | undefined, WishedTier, string]>([
    ['without a policy gets nothing', undefined, 'A', 'C'],
    ['gets what policy allows', 'A', 'A', 'A'],
    ['is clamped to the dearest that policy allows', 'B', 'A', 'B'],
    ['for a cheaper one than the artifacts say changes nothing', 'A', 'C', 'C'],
  ])('for which a wish %s (CP-12)', (_, highest, wish, granted) => {
    const models = {
      ...classed,
      tiers: { ...writing, B: [...writing.C, embedded] },
      ...(highest === undefined ? {} : { wishes: { highest } }),
    };
    expect(tiersOf(models, { purpose: 'narrative', wish })).toEqual([granted]);
  });

  it('never goes below what the artifacts say for a wish, whatever policy allows (PR-02)', () => {
    const models = { ...classed, wishes: { highest: 'B' } };
    expect(tiersOf(models, { purpose: 'narrative', class: 'drafting', wish: 'B' })).toEqual(['A']);
  });

  it.each([
    ['a purpose without a tier', { purposes: { intent: 'B' } }, /gives "narrative" no tier; add it to purposes/],
    [
      'a tier without a model for it',
      { tiers: { ...MODELS.tiers, C: [embedded] } },
      /no entry of tier C has a model for "narrative"/,
    ],
    [
      'an unknown provider',
      { tiers: { ...MODELS.tiers, C: [{ provider: 'gpt', model: 'x' }] } },
      /there is no provider "gpt"/,
    ],
  ])('for %s is a clear error', (_, changes, reason) => {
    expect(() => routeOf({ ...MODELS, ...changes }, { purpose: 'narrative' })).toThrow(reason);
  });
});
