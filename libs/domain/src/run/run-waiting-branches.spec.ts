import { stepOrigin, type EventData, type Fact, type Plan } from '@arbiter/contracts';
import { NOON, invoice, playbookBundle, reminder, reminderRequest } from '../fixtures/playbook-bundle';
import { compilePlaybook } from '../plan';
import { contextOf, given, incoming } from '../specification';
import { instantAfter } from '../instant';
import { runDecider } from './run-decider';
import { streamsForRun } from './state/streams';

const plan = compilePlaybook(reminder, playbookBundle.playbooks![0]!, playbookBundle) as Plan;
const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = reminderRequest();
const RUN = { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces };
const accepted = incoming('plan.accepted', { ...RUN, planHash: 'plan-hash', plan, fallback: false, args });
const context = contextOf(playbookBundle, { now: NOON, tenant: 'shop', customerId: 'playbook.reminders' });
const TOMORROW = instantAfter(NOON, 86_400_000);

interface Named {
  readonly branchId: string;
  readonly object: string;
}

const done = (stepId: string, result: unknown) =>
  incoming('action.succeeded', {
    actionId: `run-1.${stepId}`,
    runId: 'run-1',
    stepId,
    origin: stepOrigin(stepId),
    result,
  } as EventData<'action.succeeded'>);

/** A run that goes through three invoices, two at once. */
const sweeping = () =>
  given(runDecider, context)
    .facts()
    .when(accepted)
    .when(done('invoices_1', { invoices: ['INV-1', 'INV-2', 'INV-3'].map((number) => invoice(number)) }))
    .when(done('invoices_2', { invoices: [] }));

const waits = ({ branchId, object }: Named, expiresAt = TOMORROW) =>
  incoming('run.suspended', {
    runId: branchId,
    threadId,
    actionId: `${branchId}.send`,
    stepId: 'send',
    branch: { runId: 'run-1', stepId: 'sweep', object },
    expiresAt,
  } as EventData<'run.suspended'>);

const answered = ({ branchId }: Named, decision: 'approve' | 'reject' = 'approve') =>
  incoming('approval.given', {
    requestId: 'answer-1',
    runId: branchId,
    actionId: `${branchId}.send`,
    decision,
    binding: 'b',
    decidedAt: NOON,
  });

const ends = (
  { branchId, object }: Named,
  status: EventData<'branch.completed'>['status'] = 'done',
  code: string | null = null,
) =>
  incoming('branch.completed', {
    runId: branchId,
    branch: { runId: 'run-1', stepId: 'sweep', object },
    status,
    code,
    reason: '',
    touched: status === 'done',
    actions: 3,
    startedAt: NOON,
    completedAt: NOON,
  });

const branchesIn = (facts: readonly Fact[]): readonly Named[] =>
  facts.flatMap((fact) => (fact.name === 'branch.requested' ? fact.data.branches : []));

describe('a branch that waits for a yes', () => {
  const begun = sweeping();
  const [first, second] = branchesIn(begun.history) as [Named, Named];

  it('gives its place to the next (PL-20)', () => {
    const waiting = begun.when(waits(first)).thenNamed('branch.suspended', 'branch.requested');
    expect(branchesIn(waiting.decided).map(({ object }) => object)).toEqual(['INV-3']);
    waiting.when(waits(first)).thenIgnored('not_under_way');
  });

  it('is told of once, when nothing else is left (AP-07)', () => {
    const waiting = begun.when(waits(first));
    const [third] = branchesIn(waiting.decided) as [Named];
    const soon = instantAfter(NOON, 60_000);
    const all = waiting.when(waits(second, soon)).when(ends(third)).thenNamed('branch.recorded', 'sweep.suspended');
    expect(all.fact('sweep.suspended')).toEqual({
      runId: 'run-1',
      stepId: 'sweep',
      waiting: 2,
      expiresAt: soon,
      at: NOON,
    });
    expect(all.shown.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ kind: 'branches', underWay: 0, waiting: 2, done: 1 }),
    );
    const resumed = all.when(answered(first)).thenNamed('branch.resumed');
    resumed.when(ends(first)).thenNamed('branch.recorded');
  });

  it('takes a place again when it was answered, and its answer counts once', () => {
    const resumed = begun.when(waits(first)).when(answered(first)).thenNamed('branch.resumed');
    resumed.when(answered(first)).thenIgnored('not_waiting');
    resumed.when(ends(second)).thenNamed('branch.recorded');
  });

  it('does not wait again for what was answered, where that comes again; for something else it does (R8)', () => {
    const resumed = begun.when(waits(first)).when(answered(first));
    resumed.when(waits(first)).thenIgnored('already_answered');
    const other = waits(first);
    resumed
      .when({ ...other, data: { ...other.data, actionId: `${first.branchId}.draft` } })
      .thenNamed('branch.suspended');
  });

  it('may be answered before it is known to wait, and end before it is known to be answered', () => {
    const early = begun.when(answered(first));
    early.thenIgnored('not_waiting');
    const over = begun.when(waits(first)).when(ends(first)).thenNamed('branch.recorded');
    over.when(answered(first)).thenIgnored('not_waiting');
    over.when(waits(first)).thenIgnored('not_under_way');
    begun.when(answered({ branchId: 'run-1~other', object: 'INV-1' })).thenIgnored('unknown_branch');
  });

  it('is counted by why it was held', () => {
    const [third] = branchesIn(begun.when(ends(first, 'held', 'rejected')).decided) as [Named];
    const over = begun
      .when(ends(first, 'held', 'rejected'))
      .when(waits(second))
      .when(ends(second, 'held', 'approval_expired'))
      .when(ends(third));
    expect(over.fact('step.completed').result).toMatchObject({ held: 2, refused: 1, unanswered: 1, done: 1 });
  });

  it('is waited for as long as it may be answered, however long that is', () => {
    const late = instantAfter(NOON, 30 * 86_400_000);
    const waiting = begun.when(waits(first, late));
    const weeks = waiting.at(instantAfter(NOON, 10 * 86_400_000)).when({ name: 'due', key: 'watchdog' });
    expect(weeks.fact('run.watched').at > late).toBe(true);
  });

  it('is withdrawn with its run, and a yes after that begins nothing', () => {
    const stopped = begun
      .when(waits(first))
      .when(incoming('run.cancel_received', { runId: 'run-1', sessionId, payloadHash: 'h', receivedAt: NOON }));
    expect(stopped.fact('branch.cancel_requested').branchIds).toContain(first.branchId);
    stopped.when(answered(first)).thenNamed('branch.resumed');
  });

  it('is told to its own run and to the one it belongs to, in a chat to its own alone', () => {
    expect(streamsForRun(answered(first))).toEqual([`run-shop-${first.branchId}`, 'run-shop-run-1']);
    expect(streamsForRun(waits(first))).toEqual(['run-shop-run-1']);
    expect(streamsForRun(answered({ branchId: 'run-2', object: '' }))).toEqual(['run-shop-run-2']);
    expect(streamsForRun(waits({ branchId: 'run-2', object: '' }))).toEqual([]);
  });
});
