import { GrowingPause } from './growing-pause';

describe('a growing pause', () => {
  it('doubles while all is quiet, up to its longest', () => {
    const pause = new GrowingPause(150, 600);
    expect([false, true, true, true].map((isQuiet) => pause.after(isQuiet))).toEqual([150, 300, 600, 600]);
  });

  it('is short again once something happened', () => {
    const pause = new GrowingPause(1_000, 3_000);
    expect([true, true, false, true].map((isQuiet) => pause.after(isQuiet))).toEqual([2_000, 3_000, 1_000, 2_000]);
    pause.reset();
    expect(pause.after(true)).toBe(2_000);
  });
});
