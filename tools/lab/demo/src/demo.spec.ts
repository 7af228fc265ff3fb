import { isAsPromised, told, type Exchange, type SceneReport } from './desk-talk';
import { digestOf } from './digest';
import { twice } from './studio-days';

it('two touches of an object within a week count, and a week apart they do not', () => {
  const touch = (number: string, day: string) => ({ number, sentAt: `${day}T09:00:00.000Z` });
  expect(twice([touch('INV-1', '2026-11-23'), touch('INV-2', '2026-11-24')])).toBe(0);
  expect(twice([touch('INV-1', '2026-11-29'), touch('INV-1', '2026-11-23')])).toBe(1);
  expect(twice([touch('INV-1', '2026-11-30'), touch('INV-1', '2026-11-23')])).toBe(0);
});

it('a day is told in a few lines', () => {
  const figures = {
    day: '2026-11-23',
    cache: 'miss',
    model_calls: 1,
    branches: 3,
    done: 2,
    held: 0,
    failed: 1,
    touched_twice: 0,
  } as const;
  const failing = ['INV-1', 'INV-2', 'INV-3', 'INV-4', 'INV-5', 'INV-6'];
  const report = {
    figures,
    answered: { decision: 'approve', times: 2 } as const,
    status: 'ok',
    reply: '3 looked into.',
    verdict: { verdict: 'fails', failing },
    causes: [['no_address', 1]] as const,
  };
  expect(digestOf(report).split('\n')).toEqual([
    '',
    '2026-11-23: its plan was drawn up with 1 model call',
    '  3 looked into.',
    '  approved by the operator: 2',
    '  - no address: 1',
    '  goal: fails for INV-1, INV-2, INV-3, INV-4, INV-5 and 1 more',
    '  written to twice within a week: 0',
  ]);
});

describe('a scene at the desk', () => {
  const exchange = (line: string, more: Partial<Exchange> = {}): Exchange => ({
    line,
    header: '✓ List the files',
    text: 'These are the files:\n• F-01',
    status: 'ok',
    mails: 0,
    ...more,
  });
  const asked = exchange('Send a mail', { status: 'waiting_for_approval' });
  const scene = (exchanges: readonly Exchange[], asks: number, mails: number): SceneReport => ({
    title: 'At the desk',
    lines: exchanges.map(({ line }) => line),
    exchanges,
    asks,
    mails,
  });

  it('is told as a chat shows it', () => {
    expect(told(scene([exchange('Which files are there?')], 0, 0)).split('\n')).toEqual([
      '',
      'At the desk',
      '  you › Which files are there?',
      '    ✓ List the files',
      '  arbiter › These are the files:',
      '    • F-01',
      '  mails sent: 0',
    ]);
  });

  it('is as promised when a mail was sent upon a yes', () => {
    expect(isAsPromised(scene([asked, exchange('yes', { mails: 1 })], 1, 1))).toBe(true);
    expect(isAsPromised(scene([asked, exchange('no')], 1, 0))).toBe(true);
  });

  it.each<[string, SceneReport]>([
    ['a mail was sent unasked', scene([exchange('Which files are there?', { mails: 1 })], 0, 1)],
    ['a mail was sent upon a no', scene([asked, exchange('no', { mails: 1 })], 1, 1)],
    ['a mail that was agreed to was not sent', scene([asked, exchange('yes')], 1, 1)],
    ['nothing was asked', scene([exchange('Send a mail'), exchange('no')], 1, 0)],
    ['a line failed', scene([exchange('Which files are there?', { status: 'error' })], 0, 0)],
  ])('is not when %s', (_, report) => {
    expect(isAsPromised(report)).toBe(false);
  });
});
