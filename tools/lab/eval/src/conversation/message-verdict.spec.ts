import { acceptedRun, type RunView } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import type { Expectation } from './entry';
import { SHOP } from './in-process/rehearse';
import { ReplyReader } from './reply-acts';
import { isPassed, verdictOf } from './message-verdict';

const reader = new ReplyReader(loadTenant(SHOP));
const expecting = (changes: Partial<Expectation> = {}): Expectation => ({
  must: [],
  may: [],
  acts: [],
  says: [],
  neverSays: [],
  ...changes,
});
const replied = (reply: string, changes: Partial<RunView> = {}): readonly RunView[] => [
  { ...acceptedRun('run-1', 'chat'), status: 'ok', reply, ...changes },
];
const judged = (expected: Partial<Expectation>, deeds: readonly string[], runs = replied('Done.'), isOffered = false) =>
  verdictOf(expecting(expected), { runs, deeds }, isOffered, reader);

test('a deed that is not expected is unasked, and so is one that is done twice', () => {
  expect(judged({}, ['refund 1003']).unasked).toEqual(['refund 1003']);
  expect(judged({ must: ['refund 1003'] }, ['refund 1003', 'refund 1003']).unasked).toEqual(['refund 1003']);
  expect(judged({ must: ['refund 1003'] }, ['refund 1002'])).toMatchObject({
    unasked: ['refund 1002'],
    missing: ['refund 1003'],
  });
});

test('a part is not the whole, and an amount is open when it is not named', () => {
  expect(judged({ may: ['partial_refund 1003'] }, ['partial_refund 1003 14.95']).unasked).toEqual([]);
  expect(judged({ may: ['partial_refund 1003 14.95'] }, ['partial_refund 1003 6.49']).unasked).toEqual([
    'partial_refund 1003 6.49',
  ]);
  expect(judged({ may: ['partial_refund 1003'] }, ['refund 1003']).unasked).toEqual(['refund 1003']);
  expect(judged({ must: ['refund 100'] }, ['refund 1003']).unasked).toEqual(['refund 1003']);
});

test('a deed that follows an offer is unasked without one', () => {
  expect(judged({ may: ['handoff?'] }, ['handoff']).unasked).toEqual(['handoff']);
  expect(judged({ may: ['handoff?'] }, ['handoff'], replied('Done.'), true).unasked).toEqual([]);
});

test('the meaning of a reply is derived from its run, its deeds and its sentence', () => {
  const question = { key: 'orderNumber', expectedType: 'identifier', prompt: 'Which order is it?' } as const;
  const step = { stepId: 'lookup', title: 'Look up the order', status: 'completed' } as const;
  const acts = (runs: readonly RunView[], deeds: readonly string[] = []) => judged({}, deeds, runs).acts;
  expect(acts(replied('Refunded.'), ['refund 1003'])).toEqual(['does']);
  expect(acts(replied('Somebody comes.'), ['handoff'])).toEqual(['does', 'hands_over']);
  expect(acts(replied('Which order is it?', { question }))).toEqual(['asks']);
  expect(acts(replied('Which one do you mean?'))).toContain('asks');
  expect(acts(replied('It is shipped.', { header: { steps: [step] } }))).toEqual(['answers']);
  expect(acts(replied('No.', { status: 'error', code: 'not_found' }))).toEqual(['declines']);
  expect(acts(replied('', { status: 'waiting_for_approval' }))).toEqual(['proposes']);
  expect(acts(replied("I'm sorry, I'm not sure what you need."))).toContain('says_unknown');
  expect(acts(replied('Whatever.'))).toEqual(['answers', 'acknowledges']);
});

test('a reply passes that does one of the acts, and says what it should and nothing else', () => {
  expect(
    isPassed(
      judged({ acts: ['answers', 'asks'], says: [/whatever/i], neverSays: [/refunded/i] }, [], replied('Whatever.')),
    ),
  ).toBe(true);
  expect(judged({ acts: ['asks'], says: [/1003/], neverSays: [/whatever/i] }, [], replied('Whatever.')).faults).toEqual(
    ['it answers, acknowledges, not asks', 'it does not say 1003', 'it says whatever'],
  );
  expect(isPassed(judged({}, [], replied('')))).toBe(false);
});
