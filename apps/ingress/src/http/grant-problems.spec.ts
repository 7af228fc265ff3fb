import type { PauseReason } from '@arbiter/contracts';
import { grantProblems } from './grant-problems';

const ACTIONS: PauseReason = { why: 'actions', used: 45, most: 47, needed: 50 };
const TOKENS: PauseReason = { why: 'models', budget: 'run', tokens: 1_000 };
const DAY: PauseReason = { why: 'models', budget: 'day', tokens: 1_000 };
const KEY: PauseReason = {
  why: 'reauthorise',
  tenant: 'studio',
  extension: 'mail',
  capability: 'messages.send',
  tool: 'mail.message.send',
};

const fieldsOf = (body: unknown, ...reasons: PauseReason[]) => grantProblems(body, reasons).map(({ field }) => field);

test('a grant must be enough for one more object', () => {
  expect(grantProblems({}, [ACTIONS])).toEqual([
    {
      field: 'actions',
      detail: 'actions must be at least 50, for the whole run: it has taken 45 of 47, and what goes on next takes 5',
    },
  ]);
  expect(fieldsOf({ actions: 49 }, ACTIONS)).toEqual(['actions']);
  expect(fieldsOf({ actions: 50 }, ACTIONS)).toEqual([]);
});

test('a grant for models must be more than before', () => {
  expect(fieldsOf({}, TOKENS)).toEqual(['tokens']);
  expect(fieldsOf({ tokens: 1_000 }, TOKENS)).toEqual(['tokens']);
  expect(fieldsOf({ tokens: 1_001 }, TOKENS)).toEqual([]);
});

test('a grant of anything the run is not short of is refused', () => {
  expect(fieldsOf({ tokens: 5 }, KEY)).toEqual(['tokens']);
  expect(fieldsOf({ dollars: 5, tokens: 2_000 }, TOKENS)).toEqual(['dollars']);
  expect(fieldsOf({ tokens: 5_000 }, DAY)).toEqual(['tokens']);
});

test('where nothing is short of anything, nothing is needed', () => {
  expect(fieldsOf({}, KEY, DAY)).toEqual([]);
});

test.each([[{ actions: 0 }], [{ actions: 1.5 }], [{ actions: 2_000_000 }], [{ more: 5 }], ['all']])(
  'a body that is no grant is refused: %j',
  (body) => {
    expect(grantProblems(body, [ACTIONS])).not.toEqual([]);
  },
);
