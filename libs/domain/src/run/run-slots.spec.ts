import { stepOrigin, type EventData, type ModelGrants, type Plan, type Proposal } from '@arbiter/contracts';
import { NOON, invoice, reminderRequest } from '../fixtures/playbook-bundle';
import { activeFilledReminders, filledReminder, slotBundle } from '../fixtures/slot-bundle';
import { compilePlaybook } from '../plan';
import { contextOf, given, incoming } from '../specification';
import { runDecider } from './run-decider';
import type { SlotAnswered } from './run-inputs';

const plan = compilePlaybook(filledReminder, activeFilledReminders, slotBundle) as Plan;
const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = reminderRequest();
const RUN = { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces };
const CUSTOMER = 'playbook.reminders';
const accepted = incoming('plan.accepted', { ...RUN, planHash: 'plan-hash', plan, fallback: false, args });

const done = (runId: string, stepId: string, result: unknown) =>
  incoming('action.succeeded', {
    actionId: `${runId}.${stepId}`,
    runId,
    stepId,
    origin: stepOrigin(stepId),
    tool: 'a.tool',
    attempt: 1,
    checks: null,
    result,
    recovered: false,
    completedAt: NOON,
  } as EventData<'action.succeeded'>);

/** The branch of an invoice with this note, its first look done. */
function looked(note: string | null) {
  const asked = given(runDecider, contextOf(slotBundle, { now: NOON, tenant: 'shop', customerId: CUSTOMER }))
    .facts()
    .when(accepted)
    .when(done('run-1', 'invoices_1', { invoices: [invoice('INV-1', { note })] }))
    .when(done('run-1', 'invoices_2', { invoices: [] }))
    .fact('branch.requested');
  const { branchId } = asked.branches[0]!;
  const inStream = contextOf(slotBundle, { now: NOON, stream: `run-shop-${branchId}`, customerId: CUSTOMER });
  const begun = given(runDecider, inStream).facts().when(incoming('branch.requested', asked));
  return { branchId, branch: begun.when(done(branchId, 'contact', { doNotContact: false, email: 'a@example.com' })) };
}

const answered = (stepId: string, proposal: Proposal, asked = 1): SlotAnswered => ({
  name: 'slot.answered',
  stepId,
  asked,
  proposal,
});
const BY = { provider: 'somebody', model: 'large' };
const written = (text: string) => answered('write_body', { kind: 'reply', text, ...BY });
const found = (value: unknown) => answered('extract_day', { kind: 'value', value, ...BY });
const OWN_WORDS = 'Invoice INV-1 over 12.5 is open.';

describe('words that a model writes for an object', () => {
  const { branchId, branch } = looked('welcome on 2026-03-09');

  it('are asked for by their facts, once it is known that they will be used (PL-16, PV-03)', () => {
    expect(branch.thenNamed('step.completed', 'slot.requested').fact('slot.requested')).toMatchObject({
      stepId: 'write_body',
      actionId: `${branchId}.draft`,
      playbook: 'reminders',
      slot: 'body',
      purpose: 'prose',
      class: 'drafting',
      values: { number: 'INV-1', amount: 12.5, today: '2026-03-02' },
    });
    expect(branch.history.map(({ name }) => name).indexOf('slot.requested')).toBe(branch.history.length - 1);
  });

  it('are recorded, with who wrote them, before anything is done with them', () => {
    const text = 'Thank you! Invoice INV-1 is open.';
    const story = branch.when(written(text)).thenNamed('step.completed', 'action.requested');
    expect(story.fact('step.completed').result).toEqual({ text, by: 'model', ...BY });
    expect(story.fact('action.requested')).toMatchObject({ stepId: 'draft', args: { body: text } });
    story.when(written('Invoice INV-1 is open.')).thenIgnored('nothing_is_asked');
  });

  it.each<readonly [string, SlotAnswered, string]>([
    ['a fact that was not given', written('Invoice INV-1 over 99.5 is open.'), 'not_founded'],
    ['one sentence of several that is not founded', written(`${OWN_WORDS} We will sue you.`), 'not_founded'],
    ['a link', written('Invoice INV-1 is open, see https://evil.example.'), 'not_founded'],
    ['a second line where there is one', written('Invoice INV-1 is open.\n\nThank you!'), 'not_founded'],
    [
      'more than a tool has room for',
      written(Array.from({ length: 9 }, () => 'Invoice INV-1 over 12.5 is open!').join(' ')),
      'not_founded',
    ],
    ['nothing', written(' '), 'empty'],
    ['a plan', answered('write_body', { kind: 'value', value: 'x', ...BY }), 'unexpected_proposal'],
    [
      'no answer',
      answered('write_body', { kind: 'failure', code: 'budget_exceeded', message: 'm', budget: 'run' }),
      'budget_exceeded',
    ],
  ])('with %s are the tenant’s own (PR-05)', (_, input, failure) => {
    const story = branch.when(input);
    expect(story.fact('step.completed').result).toEqual({ text: OWN_WORDS, by: 'platform', failure });
    expect(story.fact('action.requested').args).toMatchObject({ body: OWN_WORDS });
  });

  it('are asked for again when the asker is gone; the failure of an earlier ask has no effect', () => {
    const due = { name: 'due', key: 'slot write_body' } as const;
    const again = branch.when(due).thenNamed('slot.requested');
    const asked = again.fact('slot.requested');
    expect(asked).toMatchObject({ asked: 2, values: { number: 'INV-1' } });
    const [timer] = runDecider.due!({ name: 'slot.requested', data: asked });
    expect([timer!.key, Date.parse(timer!.at!) - Date.parse(asked.at)]).toEqual([due.key, 12_000]);
    again
      .when(answered('write_body', { kind: 'failure', code: 'timed_out', message: 'm' }, 1))
      .thenIgnored('asked_again');
    const story = again.when({ ...written('Invoice INV-1 is open.'), asked: 1 });
    expect(story.fact('step.completed').result).toMatchObject({ by: 'model' });
    story.when(due).thenIgnored('nothing_is_asked');
  });

  it('that come too late are the tenant’s own, and what comes after that is ignored', () => {
    const due = { name: 'due', key: 'slot write_body' } as const;
    const late = branch.when(due).when(due).when(due).when(due).when(due);
    expect(late.fact('step.completed').result).toMatchObject({ text: OWN_WORDS, failure: 'timed_out' });
    late.when(written(OWN_WORDS)).thenIgnored('nothing_is_asked');
  });
});

describe('a value that a model finds in a text', () => {
  const drafted = (note: string | null) => {
    const { branchId, branch } = looked(note);
    return branch.when(written(OWN_WORDS)).when(done(branchId, 'draft', { draftId: 'D-1' }));
  };
  /** SG-01: the draft that was written for nothing is thrown away. */
  const undone = (story: ReturnType<typeof drafted>) => {
    const { actionId, origin, args } = story.fact('action.requested');
    expect([origin.kind, args]).toEqual(['undo', { draftId: 'D-1' }]);
    const { branchId } = looked(NOTE);
    const discarded = done(branchId, 'draft', { status: 'discarded' });
    return story.when({ ...discarded, data: { ...discarded.data, actionId, origin } });
  };
  const NOTE = 'welcome on 2026-03-09';

  it('is asked for with the text, and used once it is recorded (PL-16)', () => {
    const asked = drafted(NOTE);
    expect(asked.fact('slot.requested')).toMatchObject({
      stepId: 'extract_day',
      purpose: 'slot_inference',
      class: 'extraction',
      values: { text: NOTE },
    });
    const story = asked.when(found('2026-03-09'));
    expect(story.fact('action.requested')).toMatchObject({ stepId: 'send', args: { on: '2026-03-09' } });
  });

  it('that stands for a token is the value it stands for (CX-03)', () => {
    const personal = { '<PERSON_0123456789ab>': '2026-03-09' };
    const story = drafted(NOTE).when(
      answered('extract_day', { kind: 'value', value: '<PERSON_0123456789ab>', personal, ...BY }),
    );
    expect(story.fact('step.completed').result).toMatchObject({ value: '2026-03-09' });
  });

  it.each<readonly [string, SlotAnswered]>([
    ['is not there', found(null)],
    ['has another form', found('next week')],
    ['does not stand in the text', found('2026-04-01')],
  ])('%s: the object is held, and nothing more is done for it', (_, input) => {
    const story = undone(drafted(NOTE).when(input).thenNamed('step.completed', 'action.requested'));
    expect(story.fact('branch.completed')).toMatchObject({ status: 'held', code: 'nothing_extracted', touched: false });
  });

  it('that no model was there to find is not said to be missing, and the object is held', () => {
    const failure = { kind: 'failure', code: 'no_provider', message: 'none' } as const;
    const story = undone(drafted(NOTE).when(answered('extract_day', failure)));
    expect(story.fact('branch.completed')).toMatchObject({ status: 'held', code: 'not_answered', touched: false });
  });

  const short = (budget: 'day' | 'run') =>
    drafted(NOTE).when(
      answered('extract_day', { kind: 'failure', code: 'budget_exceeded', message: 'used up', budget }),
    );
  const goOn = (granted: ModelGrants) =>
    incoming('branch.continue_requested', {
      runId: 'run-1',
      branches: [{ branchId: looked(NOTE).branchId, pause: 1 }],
      granted,
      at: NOON,
    });

  it('is asked for again, with what the run was given, when a budget had no room (PL-28)', () => {
    const paused = short('run').thenNamed('step.refused', 'run.paused');
    expect(paused.fact('run.paused').reasons).toEqual([{ why: 'models', budget: 'run', tokens: 900 }]);
    const going = paused.when(goOn({ tokens: 2_000 })).thenNamed('run.continued', 'slot.requested');
    expect(going.fact('slot.requested')).toMatchObject({ stepId: 'extract_day', granted: { tokens: 2_000 } });
    const again = going.when(
      answered('extract_day', { kind: 'failure', code: 'budget_exceeded', message: 'used up', budget: 'run' }),
    );
    expect(again.fact('run.paused')).toMatchObject({ pause: 2, reasons: [{ tokens: 2_000 }] });
    going.when(found('2026-03-09')).thenNamed('step.completed', 'action.requested');
  });

  it('waits for the day of its playbook or tenant, whose end no grant changes', () => {
    expect(short('day').fact('run.paused').reasons).toEqual([{ why: 'models', budget: 'day' }]);
  });

  it.each([null, ' '])('is not asked for where there is no text (%j)', (note) => {
    const story = undone(drafted(note));
    expect(story.fact('branch.completed')).toMatchObject({ status: 'held', code: 'nothing_extracted' });
  });
});
