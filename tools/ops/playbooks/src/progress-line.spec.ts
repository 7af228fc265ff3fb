import type { PlaybookDayView, PlaybookRunView } from '@arbiter/contracts';
import { barOf, notDoneLines, pauseLines, progressLine, verdictLine } from './progress-line';

const NONE = {
  read: 9,
  selected: 0,
  kept: 0,
  open: 0,
  waiting: 0,
  done: 0,
  failed: 0,
  held: 0,
  cancelled: 0,
  unknown: 0,
};
const seen = (branches: Partial<PlaybookRunView['branches']>, status = 'running', code: string | null = null) =>
  ({ day: '2026-11-23', status, code, branches: { ...NONE, ...branches }, notDone: [] }) as unknown as PlaybookDayView;

describe('the line of an instance', () => {
  it('tells how far it has come and what became of each object', () => {
    expect(progressLine(seen({ selected: 40, kept: 2, done: 20, waiting: 4, failed: 1, open: 15 }))).toBe(
      '2026-11-23 under way [###############???!...........] 21 of 40: 20 done, 4 waiting for a yes, 1 failed, 15 to come, 2 kept back',
    );
  });

  it('says nothing of objects while none are chosen, and a status that is new as it is', () => {
    expect(progressLine(seen({}, 'requested'))).toBe('2026-11-23 asked for');
    expect(progressLine(seen({}, 'skipped', 'missed'))).toBe('2026-11-23 skipped (missed)');
    expect(progressLine(seen({ selected: 1, open: 1 }, 'paused'))).toMatch(
      /^2026-11-23 paused \[\.{30}] 0 of 1: 1 to come$/,
    );
  });

  it.each([
    { selected: 1_000, done: 999, failed: 1 },
    { selected: 7, done: 1, waiting: 1, failed: 1, unknown: 1, held: 1, cancelled: 1, open: 1 },
    { selected: 1_000, done: 1, waiting: 1, failed: 1, unknown: 1, held: 1, cancelled: 1, open: 994 },
    { selected: 31, done: 10, failed: 10, open: 11 },
  ])('has a bar of thirty marks in which no part is missing: %j', (branches) => {
    const bar = barOf(seen(branches));
    expect(bar).toMatch(/^\[.{30}]$/);
    expect(new Set(bar.slice(1, -1)).size).toBe(Object.keys(branches).length - 1);
  });
});

describe('why it is paused', () => {
  const paused = (give: object, first: readonly string[] = []) =>
    ({
      ...seen({}),
      playbook: 'followup',
      paused: { why: 'It is short.', first, next: 'POST', give },
    }) as PlaybookDayView;

  it('is told with the command that lets it go on', () => {
    expect(pauseLines(paused({ actions: 90, dollars: 2.5 }))).toEqual([
      '  It is short.',
      '  `npm run playbooks -- resume followup 2026-11-23 --actions 90 --dollars 2.5` lets it go on',
    ]);
  });

  it('is told with what has to be done first', () => {
    expect(pauseLines(paused({}, ['Grant it again.']))).toEqual([
      '  It is short.',
      '  Grant it again.',
      '  `npm run playbooks -- resume followup 2026-11-23` lets it go on',
    ]);
    expect(pauseLines({ ...paused({}), paused: null })).toEqual([]);
  });
});

describe('an object that is not done', () => {
  it('is named with why, and beyond that counted', () => {
    const run = {
      ...seen({ selected: 200, failed: 120, held: 1, kept: 1 }),
      notDone: [
        { object: 'I-9', status: 'kept', code: 'quiet_hours' },
        { object: 'I-1', status: 'failed', code: 'not_found' },
        { object: 'I-2', status: 'held', code: null },
      ],
    } as PlaybookDayView;
    expect(notDoneLines(run)).toEqual([
      '  I-9 kept back: quiet_hours',
      '  I-1 failed: not_found',
      '  I-2 held',
      '  and 119 more',
    ]);
  });
});

describe('the goal', () => {
  const found = { objects: 3, acknowledged: ['I-2'], failing: ['I-1', 'I-3'] };

  it.each([
    ['holds', 'the goal holds for all 3'],
    ['acknowledged', 'the goal holds but for what is accepted: I-2'],
    ['fails', 'the goal fails for I-1, I-3'],
  ] as const)('%s', (verdict, line) => {
    expect(verdictLine({ ...found, verdict })).toBe(line);
  });
});
