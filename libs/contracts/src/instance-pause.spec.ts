import { needsOf, pauseAdvice } from './instance-pause';
import type { PauseReason } from './playbook-run';
import type { PlaybookRunView } from './api';

const run = (...reasons: readonly PauseReason[]): PlaybookRunView =>
  ({
    playbook: 'followup',
    day: '2026-11-23',
    status: 'paused',
    paused: { since: '2026-11-23T09:00:00.000Z', reasons },
    branches: { open: 4 },
  }) as unknown as PlaybookRunView;

const SHORT: PauseReason = { why: 'actions', used: 70, most: 72, needed: 75 };
const RUN: PauseReason = { why: 'models', budget: 'run', tokens: 10_000, dollars: 1.5 };
const DAY: PauseReason = { why: 'models', budget: 'day', dollars: 20 };
const REVOKED: PauseReason = {
  why: 'reauthorise',
  tenant: 'studio',
  extension: 'mail',
  capability: 'messages.send',
  tool: 'mail.message.send',
};

it('a run that is short of actions needs enough for one more object, and is given enough for all', () => {
  expect(needsOf(run(SHORT))).toEqual([{ field: 'actions', least: 75, enough: 90 }]);
  expect(pauseAdvice(run(SHORT))).toEqual({
    since: '2026-11-23T09:00:00.000Z',
    reasons: [SHORT],
    why: 'It has used 70 of the 72 calls of tools that it may make, and one more object needs 75 in all.',
    first: [],
    next: 'To let it go on, POST {"actions":90} to /api/playbooks/followup/runs/2026-11-23/resume.',
    give: { actions: 90 },
  });
});

it('models that took the budget of the run are given twice of each kind', () => {
  expect(needsOf(run(RUN))).toEqual([
    { field: 'tokens', least: 10_001, enough: 20_000 },
    { field: 'dollars', least: 1.51, enough: 3 },
  ]);
  expect(pauseAdvice(run(RUN))).toMatchObject({
    why: 'Of the 10000 tokens and 1.5 US dollars that models may take for the whole run, too little is left for the next call.',
    give: { tokens: 20_000, dollars: 3 },
  });
});

it.each([
  [DAY, "Of the 20 US dollars that the tenant's models may take in a day,", 'Wait for tomorrow, or raise'],
  [REVOKED, 'mail no longer grants studio the right messages.send,', 'Grant messages.send in mail again.'],
])('the cause that an operator has to remove first comes first, and no grant is offered', (reason, why, first) => {
  expect(needsOf(run(reason))).toEqual([]);
  expect(pauseAdvice(run(reason))).toMatchObject({
    why: expect.stringContaining(why),
    first: [expect.stringContaining(first)],
    next: expect.stringMatching(/\. To let it go on, POST \{\} to /),
    give: {},
  });
});

it('several reasons are told together, and no more is given than may be', () => {
  const most: PauseReason = { why: 'actions', used: 900_000, most: 900_000, needed: 999_000 };
  expect(pauseAdvice(run(most, REVOKED))).toMatchObject({
    why: expect.stringMatching(/999000 in all\. mail no longer/),
    give: { actions: 1_000_000 },
  });
});

it('a run that is not paused needs nothing', () => {
  const going = { ...run(), paused: null };
  expect([needsOf(going), pauseAdvice(going)]).toEqual([[], null]);
});
