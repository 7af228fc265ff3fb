import { stepOrigin, type EventData, type Fact, type Grants, type Plan } from '@arbiter/contracts';
import { NOON, invoice, playbookBundle, reminder, reminderRequest } from '../fixtures/playbook-bundle';
import { typesOf } from '../fixtures/run-story';
import { compilePlaybook } from '../plan';
import { contextOf, given, incoming } from '../specification';
import { runDecider } from './run-decider';

/** Four reads of its own, and three steps for an object; no more than two objects at a time. */
const OWN = 4;
const FOR_ONE = 3;

const drawnUp = compilePlaybook(reminder, playbookBundle.playbooks![0]!, playbookBundle) as Plan;
const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = reminderRequest();
const RUN = { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces };
const context = contextOf(playbookBundle, { now: NOON, tenant: 'shop', customerId: 'playbook.reminders' });

const done = (stepId: string, result: unknown) =>
  incoming('action.succeeded', {
    actionId: `run-1.${stepId}`,
    runId: 'run-1',
    stepId,
    origin: stepOrigin(stepId),
    tool: 'a.tool',
    attempt: 1,
    checks: null,
    result,
    recovered: false,
    completedAt: NOON,
  } as EventData<'action.succeeded'>);

/** A run that may take so many actions, after its reads. */
const within = (actions: number, ...numbers: readonly string[]) =>
  given(runDecider, context)
    .facts()
    .when(
      incoming('plan.accepted', {
        ...RUN,
        planHash: 'plan-hash',
        plan: { ...drawnUp, budget: { actions } },
        fallback: false,
        args,
      }),
    )
    .when(done('invoices_1', { invoices: numbers.map((number) => invoice(number)) }))
    .when(done('invoices_2', { invoices: [] }));

interface Named {
  readonly branchId: string;
  readonly object: string;
}
const branchesIn = (facts: readonly Fact[]): readonly Named[] =>
  facts.flatMap((fact) => (fact.name === 'branch.requested' ? fact.data.branches : []));

const branchEnded = ({ branchId, object }: Named, actions: number = FOR_ONE) =>
  incoming('branch.completed', {
    runId: branchId,
    branch: { runId: 'run-1', stepId: 'sweep', object },
    status: 'done',
    code: null,
    reason: '',
    touched: true,
    actions,
    startedAt: NOON,
    completedAt: NOON,
  });

const resumed = (pause: number, granted: Grants = {}) =>
  incoming('instance.resumed', { playbook: 'reminders', day: '2026-03-02', runId: 'run-1', pause, granted });

const cancelled = incoming('run.cancel_requested', { runId: 'run-1', requestId: 'run-1' });

describe('a run with a budget of actions (PL-28)', () => {
  const THREE = ['INV-1', 'INV-2', 'INV-3'] as const;

  it('begins no branch that the budget has no room for, and pauses once those under way have ended', () => {
    const begun = within(OWN + 2 * FOR_ONE, ...THREE);
    const [first, second] = branchesIn(begun.history) as [Named, Named];
    const half = begun.when(branchEnded(first, FOR_ONE)).thenNamed('branch.recorded');
    const paused = half.when(branchEnded(second, FOR_ONE)).thenNamed('branch.recorded', 'run.paused');
    expect(paused.fact('run.paused')).toMatchObject({
      runId: 'run-1',
      pause: 1,
      reasons: [{ why: 'actions', used: OWN + 2 * FOR_ONE, most: OWN + 2 * FOR_ONE, needed: OWN + 3 * FOR_ONE }],
    });
    expect(typesOf(paused.shown)).toContain('rag.debug/paused');
  });

  it('has room again for what a branch did not need', () => {
    const begun = within(OWN + 2 * FOR_ONE, ...THREE);
    const [first, second] = branchesIn(begun.history) as [Named, Named];
    const half = begun.when(branchEnded(first, 1)).thenNamed('branch.recorded');
    half.when(branchEnded(second, 1)).thenNamed('branch.recorded', 'branch.requested');
  });

  it('has none where a branch took all that it may', () => {
    const [first] = branchesIn(within(OWN + FOR_ONE, ...THREE).history);
    within(OWN + FOR_ONE, ...THREE)
      .when(branchEnded(first!))
      .thenNamed('branch.recorded', 'run.paused');
  });

  it('pauses before anything is done for an object where there is no room for one', () => {
    within(OWN + FOR_ONE - 1, ...THREE).thenNamed('step.completed', 'sweep.begun', 'run.paused');
  });

  it('goes on once with what it is given, and pauses anew where that ends', () => {
    const paused = within(OWN, ...THREE);
    const going = paused.when(resumed(1, { actions: OWN + FOR_ONE })).thenNamed('run.continued', 'branch.requested');
    expect(branchesIn(going.decided).map(({ object }) => object)).toEqual(['INV-1']);
    going.when(resumed(1, { actions: 100 })).thenIgnored('not_paused');
    const again = going
      .when(branchEnded(branchesIn(going.decided)[0]!, FOR_ONE))
      .thenNamed('branch.recorded', 'run.paused');
    expect(again.fact('run.paused')).toMatchObject({ pause: 2, reasons: [{ most: OWN + FOR_ONE }] });
    again.when(resumed(1, { actions: 100 })).thenIgnored('not_paused');
    const last = again.when(resumed(2, { actions: 100 }));
    expect(branchesIn(last.decided).map(({ object }) => object)).toEqual(['INV-2', 'INV-3']);
  });

  it('that is paused ends at once when it is stopped', () => {
    const stopped = within(OWN, ...THREE)
      .when(cancelled)
      .thenNamed('run.cancelling', 'run.completed');
    expect(stopped.fact('run.completed').status).toBe('cancelled');
    stopped.when(resumed(1, { actions: 100 })).thenIgnored('run_ended');
  });

  it('waits a week to be let go on, and is looked after as any other once it is', () => {
    const late = { name: 'due', key: 'watchdog' } as const;
    const paused = within(OWN, ...THREE);
    paused.at('2026-03-08T12:00:00.000Z').when(late).thenNamed('run.watched');
    expect(paused.at('2026-03-10T12:00:00.000Z').when(late).fact('run.completed')).toMatchObject({
      status: 'error',
      code: 'timed_out',
    });
    const [continued] = paused.when(resumed(1, { actions: 100 })).decided;
    expect(runDecider.due!(continued!)).toEqual([{ key: 'watchdog', at: '2026-03-02T12:02:00.000Z' }]);
  });

  describe('and branches that need more than was taken for them', () => {
    const wants = ({ branchId, object }: Named, needed: number) =>
      incoming('run.paused', {
        runId: branchId,
        sessionId,
        branch: { runId: 'run-1', stepId: 'sweep', object },
        pause: 1,
        reasons: [{ why: 'actions', used: FOR_ONE, most: FOR_ONE, needed }],
        at: NOON,
      });

    it('has them go on at once where there is room, before it begins another', () => {
      const begun = within(OWN + 2 * FOR_ONE + 2, ...THREE);
      const [first, second] = branchesIn(begun.history) as [Named, Named];
      const going = begun.when(wants(first, FOR_ONE + 2)).thenNamed('branch.paused', 'branch.continue_requested');
      expect(going.fact('branch.continue_requested')).toMatchObject({
        branches: [{ branchId: first.branchId, pause: expect.any(Number) }],
        actions: FOR_ONE + 2,
      });
      going.when(wants(second, FOR_ONE + 1)).thenNamed('branch.paused');
    });

    it('are not paused anew by what they went on from, where that comes again (R10)', () => {
      const begun = within(OWN + 2 * FOR_ONE + 2, ...THREE);
      const [first] = branchesIn(begun.history) as [Named];
      const going = begun.when(wants(first, FOR_ONE + 2));
      going.when(wants(first, FOR_ONE + 2)).thenIgnored('paused_before');
      const later = wants(first, FOR_ONE + 3);
      const again = going.when({ ...later, data: { ...later.data, pause: 2 } });
      expect(again.decided.map(({ name }) => name)).toContain('branch.paused');
    });

    it('has them wait for room, take what another did not need, and be paused for the rest', () => {
      const begun = within(OWN + 2 * FOR_ONE, ...THREE);
      const [first, second] = branchesIn(begun.history) as [Named, Named];
      const waiting = begun.when(wants(first, FOR_ONE + 2)).thenNamed('branch.paused');
      waiting.when(branchEnded(second, 1)).thenNamed('branch.recorded', 'branch.continue_requested');
      const paused = waiting.when(branchEnded(second, FOR_ONE - 1)).thenNamed('branch.recorded', 'run.paused');
      const used = OWN + 2 * FOR_ONE - 1;
      expect(paused.fact('run.paused').reasons).toEqual([
        { why: 'actions', used, most: used + 1, needed: used + FOR_ONE },
      ]);
      const going = paused.when(resumed(1, { actions: used + FOR_ONE }));
      going.thenNamed('run.continued', 'branch.continue_requested');
      expect(going.fact('branch.continue_requested').actions).toBe(FOR_ONE + 2);
    });

    it('takes for one before the other, and pauses anew for that', () => {
      const begun = within(OWN + 2 * FOR_ONE, 'INV-1', 'INV-2');
      const [first, second] = branchesIn(begun.history) as [Named, Named];
      const paused = begun.when(wants(first, FOR_ONE + 2)).when(wants(second, FOR_ONE + 1));
      expect(paused.fact('run.paused').reasons).toMatchObject([{ needed: OWN + 2 * FOR_ONE + 2 }]);
      const going = paused.when(resumed(1, { actions: OWN + 2 * FOR_ONE + 2 }));
      expect(going.fact('branch.continue_requested').branches).toEqual([{ branchId: first.branchId, pause: 1 }]);
      const again = going.when(branchEnded(first, FOR_ONE + 2)).thenNamed('branch.recorded', 'run.paused');
      expect(again.fact('run.paused')).toMatchObject({ pause: 2, reasons: [{ needed: OWN + 2 * FOR_ONE + 3 }] });
    });
  });

  it('has no pause where there is nothing left to begin', () => {
    const begun = within(OWN + FOR_ONE, 'INV-1');
    begun
      .when(branchEnded(branchesIn(begun.history)[0]!, FOR_ONE))
      .thenNamed('branch.recorded', 'step.completed', 'segment.requested');
  });
});
