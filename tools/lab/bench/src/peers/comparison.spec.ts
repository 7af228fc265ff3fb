import { medianOf, mediansOf, ratioOf, type Measured } from './comparison';

const measured = (runs: number, p50 = 1, cpu = 1): Measured => ({
  runs_per_second: runs,
  p50_ms: p50,
  cpu_ms_per_run: cpu,
});

describe('engines side by side', () => {
  it('are told by the value in the middle, whatever the order', () => {
    expect(medianOf([30, 1, 2])).toBe(2);
    expect(medianOf([4, 1, 3, 100])).toBe(3.5);
    expect(medianOf([7])).toBe(7);
  });

  it('have a median of each figure by itself', () => {
    const rounds = new Map([['restate', [measured(100, 3, 0.5), measured(300, 1, 2.5), measured(200, 2, 1.504)]]]);
    expect(mediansOf(rounds)).toEqual({ restate: { runs_per_second: 200, p50_ms: 2, cpu_ms_per_run: 1.5 } });
  });

  it('are compared round by round, so that a machine that gets slower changes no ratio', () => {
    const rounds = new Map([
      ['arbiter_one', [measured(400), measured(200), measured(50)]],
      ['dbos', [measured(800), measured(400), measured(100)]],
      ['restate', [measured(100), measured(400), measured(200)]],
    ]);
    expect(ratioOf(rounds, 'arbiter_one', 'dbos')).toBe(0.5);
    // Each has a median of 200: by those they would be equal.
    expect(ratioOf(rounds, 'arbiter_one', 'restate')).toBe(0.5);
  });
});
