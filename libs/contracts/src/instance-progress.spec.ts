import { isBegunAnew, isOver, onlyWaits, progressOf } from './instance-progress';
import type { InstanceStatus, PlaybookRunView } from './api';

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
const seen = (branches: Partial<PlaybookRunView['branches']>, status: InstanceStatus = 'running') => ({
  status,
  branches: { ...NONE, ...branches },
});

describe('how far an instance has come', () => {
  it('is told part by part, what is done first and what is to come last', () => {
    expect(progressOf(seen({ selected: 8, kept: 5, open: 2, waiting: 1, failed: 1, done: 4 }))).toEqual({
      all: 8,
      over: 5,
      parts: [
        { part: 'done', objects: 4 },
        { part: 'waiting', objects: 1 },
        { part: 'failed', objects: 1 },
        { part: 'open', objects: 2 },
      ],
    });
  });

  it('is nothing before its objects are chosen', () => {
    expect(progressOf(seen({}, 'requested'))).toEqual({ all: 0, over: 0, parts: [] });
  });

  it.each<[InstanceStatus, boolean]>([
    ['requested', false],
    ['queued', false],
    ['running', false],
    ['ok', true],
    ['error', true],
    ['cancelled', true],
    ['skipped', true],
  ])('%s: it is over is %s', (status, over) => {
    expect(isOver({ status })).toBe(over);
  });

  it('only waits once nothing but a yes is missing', () => {
    expect(onlyWaits(seen({ selected: 3, done: 2, waiting: 1 }))).toBe(true);
    expect(onlyWaits(seen({ selected: 3, done: 1, waiting: 1, open: 1 }))).toBe(false);
    expect(onlyWaits(seen({ selected: 3, done: 3 }))).toBe(false);
    expect(onlyWaits(seen({ selected: 3, done: 2, waiting: 1 }, 'cancelled'))).toBe(false);
    expect(onlyWaits(seen({}, 'requested'))).toBe(false);
  });
});

it('an instance is begun anew once it is over and did not end well', () => {
  const statuses: readonly InstanceStatus[] = [
    'queued',
    'skipped',
    'requested',
    'running',
    'paused',
    'ok',
    'cancelled',
    'error',
  ];
  expect(statuses.filter((status) => isBegunAnew({ status }))).toEqual(['skipped', 'cancelled', 'error']);
});
