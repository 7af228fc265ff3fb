import { DeathCount, RESTART_LIMITS } from './death-count';

/** Deaths at these times, each `after` it came up. */
function pauses(times: readonly number[], upBefore = 10): readonly (number | null)[] {
  const count = new DeathCount(RESTART_LIMITS);
  return times.map((at) => {
    count.up(at - upBefore);
    return count.died(at);
  });
}

describe('how often a process is started again', () => {
  it('waits twice as long each time, ten seconds at most, and gives up at the tenth death', () => {
    expect(pauses(Array.from({ length: 10 }, (_, index) => index * 1_000))).toEqual([
      250,
      500,
      1_000,
      2_000,
      4_000,
      8_000,
      10_000,
      10_000,
      10_000,
      null,
    ]);
  });

  it('begins anew once it ran well for a minute', () => {
    expect(pauses([0, 70_000, 140_000], 60_000)).toEqual([250, 250, 250]);
    expect(pauses([0, 70_000, 140_000], 59_999)).toEqual([250, 500, 1_000]);
  });

  it('goes on for ever when ten deaths take longer than five minutes', () => {
    expect(pauses(Array.from({ length: 50 }, (_, index) => index * 34_000))).not.toContain(null);
  });

  it('gives up on what does not come up, however long each start takes', () => {
    const count = new DeathCount(RESTART_LIMITS);
    count.up(0);
    expect(Array.from({ length: 10 }, (_, index) => count.died(index * 60_000)).at(-1)).toBeNull();
  });
});
