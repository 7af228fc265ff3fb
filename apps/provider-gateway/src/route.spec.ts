import { routeOf } from './route';
import { MODELS } from './testing/scripted-provider';

const lexical = { provider: 'local_lexical', model: 'lexical-en-0.1' };
const embedded = { provider: 'local', model: 'embedded-en-0.2' };

describe('a route', () => {
  it('is the tier of the purpose, in order', () => {
    expect(routeOf(MODELS, 'narrative')).toEqual({
      own: [
        { tier: 'C', provider: 'local', model: 'template-prose' },
        { tier: 'C', provider: 'local_lexical', model: 'template-prose' },
      ],
      above: [],
    });
  });

  it('of a classification in tier B goes up to those of A that were not asked yet', () => {
    const tiers = { ...MODELS.tiers, B: [lexical], A: [lexical, embedded] };
    expect(routeOf({ ...MODELS, tiers }, 'intent')).toEqual({
      own: [{ tier: 'B', ...lexical }],
      above: [{ tier: 'A', ...embedded }],
    });
    expect(routeOf(MODELS, 'intent').above).toEqual([]);
  });

  it('of a classification in another tier does not go up', () => {
    const purposes = { ...MODELS.purposes, intent: 'C' };
    const tiers = { ...MODELS.tiers, C: [lexical] };
    expect(routeOf({ ...MODELS, tiers, purposes }, 'intent')).toEqual({ own: [{ tier: 'C', ...lexical }], above: [] });
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
    expect(() => routeOf({ ...MODELS, ...changes }, 'narrative')).toThrow(reason);
  });
});
