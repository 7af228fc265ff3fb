import { planBundle } from '../fixtures/plan-bundle';
import { fillSentence, renderCopy } from './render-copy';

describe('a sentence', () => {
  it('takes its values by name and by path', () => {
    expect(fillSentence('{name}: {args.amount} of {steps.lookup.result.items}', { name: 'A', args: { amount: 4.5 }, steps: { lookup: { result: { items: ['x', 'y'] } } } }))
      .toBe('A: 4.5 of x, y');
  });

  it('says that a value is missing rather than nothing', () => {
    expect(fillSentence('[{gone}] [{empty}] [{none}]', { empty: '', none: null })).toBe('[—] [—] [—]');
  });

  it('takes values as they stand: braces inside them mean nothing', () => {
    expect(fillSentence('{one} {two}', { one: '{two}', two: '$&' })).toBe('{two} $&');
  });

  it('reads no name that every object has', () => {
    expect(fillSentence('{constructor} {args.__proto__}', { args: {} })).toBe('— —');
  });

  it('that the tenant does not have is an error naming it', () => {
    expect(() => renderCopy(planBundle, 'nothing')).toThrow('the tenant\'s copy has no sentence "nothing"; add it to copy.yaml');
    expect(() => renderCopy(planBundle, 'toString')).toThrow('no sentence "toString"');
  });
});
