import {
  DENIAL_CODES,
  FAILURE_CODES,
  PLATFORM_COPY,
  REJECTION_CODES,
  REJECTION_REASONS,
  UNKNOWN_CODES,
} from '@arbiter/contracts';
import { echo, planBundleWith } from '../fixtures/plan-bundle';
import { begun, failed } from '../fixtures/run-story';
import { RUN_CODES, copyOfCode } from './codes';

describe('ER-04: every code', () => {
  it.each(Object.entries(RUN_CODES))('%s has a sentence that needs no value, and a meaning', (_, { copy, means }) => {
    expect(PLATFORM_COPY[copy]).toEqual([]);
    expect(means).toMatch(/^[A-Z].*\.$/);
  });

  it('that plans and actions end with is among them', () => {
    for (const code of [...REJECTION_REASONS, ...DENIAL_CODES, ...REJECTION_CODES, ...FAILURE_CODES, ...UNKNOWN_CODES])
      expect(Object.keys(RUN_CODES)).toContain(code);
  });

  it('of a vendor has the general sentence, whatever it is called', () => {
    for (const code of ['already_refunded', 'constructor', '']) expect(copyOfCode(code)).toBe('error_default');
  });

  it('goes out beside its sentence', () => {
    const shown = begun(planBundleWith([echo('a')])).when(failed('a', 'rate_limited')).shown;
    expect(shown.find(({ type }) => type === 'rag.error')?.payload).toEqual({
      code: 'rate_limited',
      message: 'The shop does not answer.',
    });
    expect(shown.at(-1)?.payload).toMatchObject({ status: 'error', code: 'rate_limited' });
  });
});
