import { seriesOf } from './series';

const found = (day: string, verdict: 'holds' | 'acknowledged' | 'fails') => ({ day, verdict });

describe('the verdicts as a series', () => {
  it('has each day once, the earliest first, days without a check included', () => {
    expect(seriesOf([found('2026-03-02', 'holds'), found('2026-02-27', 'fails')])).toEqual([
      found('2026-02-27', 'fails'),
      { day: '2026-02-28', verdict: null },
      { day: '2026-03-01', verdict: null },
      found('2026-03-02', 'holds'),
    ]);
  });

  it('ends with the latest and begins so many days before', () => {
    const series = seriesOf([found('2026-03-02', 'holds'), found('2025-01-01', 'fails')], 3);
    expect(series.map(({ day }) => day)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
  });

  it('is empty before the first check', () => {
    expect(seriesOf([])).toEqual([]);
  });
});
