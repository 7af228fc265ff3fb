import {
  stepOrigin,
  type ActionEnd,
  type EventData,
  type Plan,
  type Provenance,
  type Recorded,
} from '@arbiter/contracts';
import { NOON, invoice, reminderRequest } from '../../fixtures/playbook-bundle';
import { activeFilledReminders, filledReminder, slotBundle } from '../../fixtures/slot-bundle';
import { canonicalHash } from '../../canonical-hash';
import { compilePlaybook } from '../../plan';
import { incoming } from '../../specification';
import { branchOf } from './branch';
import { resultsBefore, slotsBefore } from './steps-before';

const CUSTOMER = { customerId: 'playbook.reminders' };
const plan = compilePlaybook(filledReminder, activeFilledReminders, slotBundle) as Plan;
const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = reminderRequest();
const RUN = { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces };
const whole = incoming(
  'plan.accepted',
  { ...RUN, planHash: canonicalHash({ plan, args }), plan, fallback: false, args },
  CUSTOMER,
) as Recorded<'plan.accepted'>;
const request = incoming('run.requested', reminderRequest(), CUSTOMER);
const read = (stepId: string, invoices: readonly object[]): ActionEnd =>
  incoming('action.succeeded', {
    actionId: `run-1.${stepId}`,
    runId: 'run-1',
    stepId,
    origin: stepOrigin(stepId),
    result: { invoices },
  } as EventData<'action.succeeded'>);
const reads = [read('invoices_1', [invoice('INV-1', { note: 'welcome on 2026-03-09' })]), read('invoices_2', [])];
const branchId = `run-1~${canonicalHash('INV-1').slice(0, 16)}`;
const derived = branchOf(whole, branchId, reads, slotBundle, [])!;

/** What the gateway takes from these recorded ends of slots. */
function taken(stepId: string, result: unknown, status: EventData<'step.completed'>['status'] = 'completed') {
  const data = { runId: branchId, stepId, status, code: null, message: '', result, at: NOON };
  const filled = [incoming('step.completed', data) as Recorded<'step.completed'>];
  const provenance: Provenance = { ...derived, request, artifacts: slotBundle, ends: [], filled };
  return resultsBefore(provenance)[stepId];
}

describe('CP-11: what a model filled in, as the gateway takes it from the log', () => {
  it('is read for the steps that take it', () => {
    expect(slotsBefore(derived.plan.data.plan, ['draft'])).toEqual(['write_body']);
    expect(slotsBefore(derived.plan.data.plan, ['send'])).toEqual(['extract_day']);
    expect(slotsBefore(derived.plan.data.plan, ['contact'])).toEqual([]);
  });

  it.each<readonly [string, string, unknown]>([
    ['words that are founded', 'write_body', { text: 'Thank you! Invoice INV-1 is open.', by: 'model' }],
    ['the tenant’s own sentence', 'write_body', { text: 'Invoice INV-1 over 12.5 is open.', by: 'platform' }],
    ['a value that stands in its text', 'extract_day', { value: '2026-03-09' }],
  ])('%s: it counts', (_, stepId, result) => {
    expect(taken(stepId, result)).toEqual(result);
  });

  it.each<readonly [string, string, unknown]>([
    ['words that no fact founds', 'write_body', { text: 'Pay 99 EUR to me.', by: 'model' }],
    ['a sentence of another object', 'write_body', { text: 'Invoice INV-2 over 12.5 is open.', by: 'platform' }],
    ['no words', 'write_body', { text: 7 }],
    ['a value of another form', 'extract_day', { value: 'tomorrow' }],
    ['a value that does not stand there', 'extract_day', { value: '2026-03-10' }],
    ['what fills no slot', 'contact', { email: 'mallory@example.org' }],
  ])('%s: it is missing, although a result was recorded', (_, stepId, result) => {
    expect(taken(stepId, result)).toBeUndefined();
  });

  it('a step that ended badly fills no slot', () => {
    expect(taken('write_body', { text: 'Invoice INV-1 over 12.5 is open.' }, 'failed')).toBeUndefined();
  });
});
