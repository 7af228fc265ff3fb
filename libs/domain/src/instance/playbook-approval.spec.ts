import { branchRunId, type EventData, type Incoming } from '@arbiter/contracts';
import { REMINDERS, asked, bundleWith, ended, playbookContext, reminders, runOf } from '../fixtures/scheduled-playbook';
import { given, incoming } from '../specification';
import { playbookDecider } from './playbook-decider';

const NOW = '2026-07-02T12:00:00.000Z';
const BRANCH = branchRunId(runOf('2026-07-02'), 'k1');

const answer = (changes: Partial<EventData<'approval.received'>> = {}): Incoming<'approval.received'> =>
  incoming('approval.received', {
    requestId: 'answer-1',
    sessionId: `playbook.${REMINDERS}`,
    playbook: REMINDERS,
    runId: BRANCH,
    actionId: `${BRANCH}.send`,
    decision: 'reject',
    binding: 'what-was-shown',
    reason: 'they have paid in cash',
    answeredBy: 'desk',
    payloadHash: 'hash',
    receivedAt: NOW,
    ...changes,
  });

const begun = () =>
  given(playbookDecider, playbookContext(bundleWith(reminders()), NOW))
    .facts()
    .when(asked('2026-07-02'));

test('an answer to what the instance under way wants is handed on, for exactly what was shown, with who gave it (AP-08)', () => {
  expect(begun().when(answer()).fact('approval.given')).toEqual({
    requestId: 'answer-1',
    runId: BRANCH,
    actionId: `${BRANCH}.send`,
    decision: 'reject',
    binding: 'what-was-shown',
    answeredBy: 'desk',
    reason: 'they have paid in cash',
    decidedAt: NOW,
  });
});

test.each([
  ['another instance', { runId: branchRunId(runOf('2026-07-03'), 'k1') }],
  ['a run that is no branch', { runId: runOf('2026-07-02') }],
])('an answer to what %s wants is none', (_, changes) => {
  begun().when(answer(changes)).thenIgnored('not_the_instance_under_way');
});

test('an answer that comes after the end of its instance is none', () => {
  begun().when(ended('2026-07-02', NOW)).when(answer()).thenIgnored('not_the_instance_under_way');
});
