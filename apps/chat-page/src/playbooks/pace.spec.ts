import { pauseAfter } from './pace';

describe('looking again', () => {
  it('is often while something changes, seldom while nothing does, and ends', () => {
    expect(pauseAfter(0)).toBe(1_000);
    expect(pauseAfter(3)).toBe(3_375);
    expect(pauseAfter(50)).toBe(15_000);
    expect(pauseAfter(199)).toBe(15_000);
    expect(pauseAfter(200)).toBeNull();
  });
});
