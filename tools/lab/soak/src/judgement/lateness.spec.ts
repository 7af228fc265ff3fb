import type { RunRow } from './evidence';
import { lateness, recoveries } from './lateness';

const run = (receivedAt: number, doneAt: number | null, wasSuspended = false): RunRow => ({
  runId: `r${receivedAt}`,
  receivedAt,
  doneAt,
  wasSuspended,
  lines: 1,
  lastSeq: 1,
  ends: 1,
});
const SPELL = { name: 'Postgres frozen', begun: 100_000, ended: 108_000, ready: 109_000 };

describe('how late answers are', () => {
  it('counts apart what no disturbance was near to', () => {
    const runs = [run(10_000, 10_050), run(99_000, 108_500), run(112_000, 112_400), run(120_000, 120_070)];
    const { all, calm } = lateness(runs, [SPELL]);
    expect([all, calm]).toMatchObject([
      { count: 4, max: 9_500 },
      { count: 2, max: 70 },
    ]);
  });

  it('does not count how long a person took, nor what never ended', () => {
    expect(lateness([run(10_000, 50_000, true), run(11_000, null)], []).all).toEqual({
      count: 0,
      p50: null,
      p99: null,
      max: null,
    });
  });
});

describe('how long it takes to recover', () => {
  it('is until the services are ready, and then until the last run of those in flight is done', () => {
    const runs = [run(99_000, 108_500), run(101_000, 110_200), run(108_500, 140_000), run(10_000, 10_050)];
    expect(recoveries(runs, [SPELL])).toEqual([
      { name: 'Postgres frozen', heldMs: 8_000, readyMs: 1_000, inFlight: 2, doneAfterReadyMs: 1_200 },
    ]);
  });

  it('says so when the services did not become ready', () => {
    expect(recoveries([run(99_000, 108_500)], [{ ...SPELL, ready: null }])).toMatchObject([
      { readyMs: null, inFlight: 1, doneAfterReadyMs: null },
    ]);
  });
});
