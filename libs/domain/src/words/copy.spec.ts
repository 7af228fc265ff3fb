import { planBundle } from '../fixtures/plan-bundle';
import { renderCopy } from './copy';

describe('a sentence of the copy', () => {
  const german = {
    ...planBundle,
    copy: { ...planBundle.copy, locale: 'de', sentences: { paid: '{amount:money.EUR} am {day:date}' } },
  };

  it('is filled in as its language writes values (CL-12)', () => {
    expect(renderCopy(german, 'paid', { amount: 1226.4, day: '2026-11-22' })).toBe('1.226,40 EUR am 22. November 2026');
  });

  it('that the tenant does not have is an error naming it', () => {
    expect(() => renderCopy(planBundle, 'nothing')).toThrow(
      'the tenant\'s copy has no sentence "nothing"; add it to copy.yaml',
    );
    expect(() => renderCopy(planBundle, 'toString')).toThrow('no sentence "toString"');
  });
});
