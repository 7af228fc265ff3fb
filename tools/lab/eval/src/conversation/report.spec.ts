import { isGoodEnough } from './evaluate-conversations';
import type { Entry } from './entry';
import type { Played } from './play';
import { printed, reportOf } from './report';
import type { Verdict } from './message-verdict';

const GOOD: Verdict = { unasked: [], missing: [], isAnswered: true, acts: ['answers'], faults: [], text: 'Fine.' };
const played = (id: string, kind: string, ...verdicts: readonly Verdict[]): Played => ({
  entry: {
    id,
    kind,
    language: 'en',
    customer: 'C-0001',
    messages: verdicts.map((_, index) => ({ say: `message ${index + 1}` })),
  } as unknown as Entry,
  verdicts,
});
const report = reportOf([
  played('a-1', 'negated', GOOD),
  played('a-2', 'negated', GOOD, { ...GOOD, unasked: ['refund 1003', 'handoff'], acts: ['does'], text: 'Refunded.' }),
  played('b-1', 'question', { ...GOOD, isAnswered: false, text: '' }),
]);

test('a report counts entries and what passed by kind, unasked deeds, and messages without an answer', () => {
  expect(report).toMatchObject({ n: 3, passed: 1, unasked: 2, unanswered: 1 });
  expect(report.kinds).toEqual([
    { kind: 'negated', n: 2, passed: 1, unasked: 2, unanswered: 0 },
    { kind: 'question', n: 1, passed: 0, unasked: 0, unanswered: 1 },
  ]);
  expect(report.failures.map(({ id, said }) => [id, said])).toEqual([
    ['a-2', 'message 2'],
    ['b-1', 'message 1'],
  ]);
});

test('printed it tells what failed, a table, and last the one number that counts', () => {
  const lines = printed(report).split('\n');
  expect(lines[0]).toBe('a-2: "message 2": unasked: refund 1003; unasked: handoff');
  expect(lines).toContain('negated   2       1                  2           0');
  expect(lines.at(-1)).toBe('unasked mutations: 2');
});

test('nothing unasked is good enough, and of the rest as much as is wanted', () => {
  expect(isGoodEnough({ ...report, unasked: 0 }, 0)).toBe(true);
  expect(isGoodEnough({ ...report, unasked: 0 }, 0.5)).toBe(false);
  expect(isGoodEnough({ ...report, unasked: 1, passed: 3 }, 0)).toBe(false);
});
