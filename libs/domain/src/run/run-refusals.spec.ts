import { stepOrigin, type EventData, type Fact, type Plan } from '@arbiter/contracts';
import { NOON, invoice, playbookBundle, reminder, reminderRequest, reminders } from '../fixtures/playbook-bundle';
import { argumentsOf, typesOf } from '../fixtures/run-story';
import { compilePlaybook } from '../plan';
import { contextOf, given, incoming } from '../specification';
import { runDecider } from './run-decider';
import { streamsForRun } from './state/streams';

const plan = compilePlaybook(reminder, playbookBundle.playbooks![0]!, playbookBundle) as Plan;
const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = reminderRequest();
const RUN = { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces };
const CUSTOMER = 'playbook.reminders';
const CONTACTS = {
  why: 'reauthorise',
  tenant: 'shop',
  extension: 'directory',
  capability: 'contacts.read',
  tool: 'directory.contact.get',
} as const;

interface Asked {
  readonly runId: string;
  readonly stepId: string;
  readonly tool?: string;
  /** how often it was asked for */
  readonly turn?: number;
}
const actionOf = ({ runId, stepId, tool = 'a.tool', turn = 1 }: Asked) => ({
  actionId: turn === 1 ? `${runId}.${stepId}` : `${runId}.${stepId}.${turn}`,
  runId,
  stepId,
  origin: stepOrigin(stepId, turn),
  tool,
  attempt: 1,
  checks: null,
  completedAt: NOON,
});
const done = (asked: Asked, result: unknown) =>
  incoming('action.succeeded', {
    ...actionOf(asked),
    result,
    recovered: false,
  } as EventData<'action.succeeded'>);
const failed = (asked: Asked, code = 'auth_failed') =>
  incoming('action.failed', {
    ...actionOf(asked),
    code,
    reason: 'the vendor answered 403',
  } as EventData<'action.failed'>);

const begins = (of: Plan, bundle = playbookBundle) =>
  given(runDecider, contextOf(bundle, { now: NOON, tenant: 'shop', customerId: CUSTOMER }))
    .facts()
    .when(incoming('plan.accepted', { ...RUN, planHash: 'plan-hash', plan: of, fallback: false, args }));
const begun = begins(plan);
const ofRun = (stepId: string, turn = 1): Asked => ({ runId: 'run-1', stepId, tool: 'ledger.invoice.list', turn });
const READ = { invoices: ['INV-1', 'INV-2', 'INV-3'].map((number) => invoice(number)) };
const surveyed = begun.when(done(ofRun('invoices_1'), READ)).when(done(ofRun('invoices_2'), { invoices: [] }));

/** The vendor counts its pages: the second and the third are read side by side. */
function counted() {
  const list = { items: 'invoices', pages: 'pages' };
  const tools = playbookBundle.tools.map((tool) => (tool.tool === 'ledger.invoice.list' ? { ...tool, list } : tool));
  const definition = { ...reminders, reads: [{ ...reminders.reads[0]!, pages: { argument: 'page', most: 3 } }] };
  const active = { ...playbookBundle.playbooks![0]!, definition };
  const bundle = { ...playbookBundle, tools, playbooks: [active] };
  const first = begins(compilePlaybook(reminder, active, bundle) as Plan, bundle);
  return first.when(done(ofRun('invoices_1'), { ...READ, pages: 3 })).thenNamed('step.completed', 'segment.requested');
}

interface Named {
  readonly branchId: string;
  readonly object: string;
}
const branchesIn = (facts: readonly Fact[]): readonly Named[] =>
  facts.flatMap((fact) => (fact.name === 'branch.requested' ? fact.data.branches : []));

const [first, second] = branchesIn(surveyed.history) as [Named, Named];
const runId = first.branchId;
const branchStream = given(
  runDecider,
  contextOf(playbookBundle, { now: NOON, tenant: 'shop', stream: `run-shop-${runId}`, customerId: CUSTOMER }),
).facts();
const branch = branchStream.when(incoming('branch.requested', surveyed.fact('branch.requested')));
const contact = (turn = 1): Asked => ({ runId, stepId: 'contact', tool: 'directory.contact.get', turn });
const continuedAfter = (pause: number) =>
  incoming('branch.continue_requested', { runId: 'run-1', branches: [{ branchId: runId, pause }], at: NOON });
const continued = continuedAfter(1);

describe('reads of a segment that ended together, one of them refused (EX-23)', () => {
  const endsOf = (codes: Readonly<Record<string, string | null>>) =>
    incoming('segment.ended', {
      segmentId: 'run-1.1',
      runId: 'run-1',
      ends: Object.entries(codes).map(([stepId, code]) => ({ stepId, code, ...ofRead })),
      brought: {},
      completedAt: NOON,
    } as unknown as EventData<'segment.ended'>);
  const ofRead = { tool: 'ledger.invoice.list', attempt: 1, checks: null };

  it('end the steps of the others, and that one is asked for again', () => {
    const story = counted().when(endsOf({ invoices_2: 'auth_failed', invoices_3: null }));
    story.thenNamed('segment.completed', 'step.refused', 'run.paused');
    expect(story.fact('segment.completed').ends.map(({ stepId }) => stepId)).toEqual(['invoices_3']);
    expect(story.fact('step.refused').stepId).toBe('invoices_2');
    counted()
      .when(endsOf({ invoices_2: 'auth_failed', invoices_3: 'auth_failed' }))
      .thenNamed('step.refused', 'step.refused', 'run.paused');
  });

  it('all end where another broke the run', () => {
    const story = counted().when(endsOf({ invoices_2: 'auth_failed', invoices_3: 'not_found' }));
    story.thenNamed('segment.completed', 'run.completed');
    expect(story.fact('segment.completed').ends).toHaveLength(2);
  });
});

describe('the branch of an object, a right of whose vendor was revoked (EX-23)', () => {
  const paused = branch.when(failed(contact())).thenNamed('step.refused', 'run.paused');

  it('pauses with what is to be done about it, and has not failed', () => {
    expect(paused.fact('run.paused')).toMatchObject({ runId, pause: 1, reasons: [CONTACTS] });
    expect(paused.fact('run.paused').branch).toEqual({ runId: 'run-1', stepId: 'sweep', object: first.object });
    expect(paused.shown).toEqual([]);
    expect(streamsForRun(incoming('run.paused', paused.fact('run.paused')))).toEqual(['run-shop-run-1']);
  });

  it('asks again by another name, for the same deed, once it goes on', () => {
    const asked = branch.fact('segment.requested');
    const going = paused.when(continued).thenNamed('run.continued', 'segment.requested');
    const [step] = asked.steps;
    expect(going.fact('segment.requested')).toEqual({
      ...asked,
      segmentId: `${runId}.2`,
      steps: [{ ...step!, asked: 2 }],
    });
    expect(argumentsOf(going, 'contact')).toEqual(argumentsOf(branch, 'contact'));
  });

  it('is refused once for each time it asks, and goes on once for each time it may', () => {
    const going = paused.when(continued);
    going.when(failed(contact())).thenIgnored('unknown_action');
    going.when(continued).thenIgnored('not_paused');
    const again = going.when(failed(contact(2))).thenNamed('step.refused', 'run.paused');
    expect(again.fact('run.paused').pause).toBe(2);
    expect(again.when(continuedAfter(2)).fact('segment.requested').steps).toMatchObject([
      { stepId: 'contact', asked: 3 },
    ]);
    // Told once more for the pause before, it stays paused.
    again.when(continued).thenIgnored('not_paused');
  });

  it('goes on with what the vendor says then', () => {
    const answered = done(contact(2), { doNotContact: false, email: 'a@example.com' });
    paused.when(continued).when(answered).thenNamed('step.completed', 'action.requested');
  });

  it('ends when it is stopped, and a refusal after that is its end', () => {
    const stop = incoming('branch.cancel_requested', { runId: 'run-1', stepId: 'sweep', branchIds: [runId] });
    expect(paused.when(stop).fact('branch.completed').status).toBe('cancelled');
    branch.when(stop).when(failed(contact())).thenNamed('step.completed', 'branch.completed');
  });

  it('fails for any other reason that lasts', () => {
    branch.when(failed(contact(), 'not_found')).thenNamed('step.completed', 'branch.completed');
  });
});

describe('a sweep whose branches are refused', () => {
  const pausedOf = ({ branchId, object }: Named) =>
    incoming('run.paused', {
      runId: branchId,
      sessionId,
      branch: { runId: 'run-1', stepId: 'sweep', object },
      pause: 1,
      reasons: [CONTACTS],
      at: NOON,
    });

  it('has no further branch run into the same wall, and pauses once with one reason when no other goes on', () => {
    const one = surveyed.when(pausedOf(first)).thenNamed('branch.paused');
    const all = one.when(pausedOf(second)).thenNamed('branch.paused', 'run.paused');
    expect(all.fact('run.paused')).toMatchObject({ runId: 'run-1', pause: 1, reasons: [CONTACTS] });
    expect(typesOf(all.shown)).toContain('rag.debug/paused');
    all.when(pausedOf(second)).thenIgnored('not_under_way');
    const resumed = incoming('instance.resumed', {
      playbook: 'reminders',
      day: '2026-03-02',
      runId: 'run-1',
      pause: 1,
      granted: {},
    });
    const going = all.when(resumed).thenNamed('run.continued', 'branch.continue_requested');
    expect(going.fact('branch.continue_requested').branches).toEqual(
      [first, second].map(({ branchId }) => ({ branchId, pause: 1 })),
    );
    going.when(resumed).thenIgnored('not_paused');
  });

  it('lets those that are not refused come to their end, and keeps their places free', () => {
    const ended = incoming('branch.completed', {
      runId: second.branchId,
      branch: { runId: 'run-1', stepId: 'sweep', object: second.object },
      status: 'done',
      code: null,
      reason: '',
      touched: true,
      actions: 3,
      startedAt: NOON,
      completedAt: NOON,
    });
    surveyed.when(pausedOf(first)).when(ended).thenNamed('branch.recorded', 'run.paused');
  });

  it('hears of the pause of a branch whose yes it has not heard of', () => {
    const suspended = incoming('run.suspended', {
      runId: first.branchId,
      expiresAt: NOON,
    } as EventData<'run.suspended'>);
    const given = incoming('approval.given', { runId: first.branchId } as EventData<'approval.given'>);
    const paused = surveyed.when(suspended).when(pausedOf(first)).thenNamed('branch.paused');
    paused.when(given).thenIgnored('not_waiting');
  });
});

describe('a sweep that is out of tokens (PL-28)', () => {
  const MOST = 900;
  const pausedAt = ({ branchId, object }: Named, tokens: number, pause = 1) =>
    incoming('run.paused', {
      runId: branchId,
      sessionId,
      branch: { runId: 'run-1', stepId: 'sweep', object },
      pause,
      reasons: [{ why: 'models', budget: 'run', tokens }],
      at: NOON,
    });
  const resumed = (tokens: number) =>
    incoming('instance.resumed', {
      playbook: 'reminders',
      day: '2026-03-02',
      runId: 'run-1',
      pause: 1,
      granted: { tokens },
    });
  const paused = surveyed.when(pausedAt(first, MOST)).when(pausedAt(second, MOST));

  it('tells every branch what it was given: those that go on, and those that begin', () => {
    const going = paused.when(resumed(5_000)).thenNamed('run.continued', 'branch.continue_requested');
    expect(going.fact('branch.continue_requested').granted).toEqual({ tokens: 5_000 });
    const next = going.when(
      incoming('branch.completed', {
        runId: second.branchId,
        branch: { runId: 'run-1', stepId: 'sweep', object: second.object },
        status: 'done',
        code: null,
        reason: '',
        touched: true,
        actions: 3,
        startedAt: NOON,
        completedAt: NOON,
      }),
    );
    expect(next.fact('branch.requested').granted).toEqual({ tokens: 5_000 });
    const opened = branch.fact('run.opened');
    expect(opened).not.toHaveProperty('granted');
    const own = incoming('branch.requested', { ...surveyed.fact('branch.requested'), granted: { tokens: 5_000 } });
    expect(branchStream.when(own).fact('run.opened').granted).toEqual({ tokens: 5_000 });
  });

  it('has a branch go on at once that had not heard of it', () => {
    const going = paused.when(resumed(5_000));
    going.when(pausedAt(first, MOST)).thenIgnored('paused_before');
    going.when(pausedAt(first, MOST, 2)).thenNamed('branch.paused', 'branch.continue_requested');
    going.when(pausedAt(first, 5_000, 2)).thenNamed('branch.paused');
  });
});

describe('reads of a sweep that are refused', () => {
  it('pause it before it has chosen anything, and are asked for again, together, once it goes on', () => {
    const one = counted()
      .when(failed(ofRun('invoices_2')))
      .thenNamed('step.refused');
    const paused = one.when(failed(ofRun('invoices_3'))).thenNamed('step.refused', 'run.paused');
    expect(paused.fact('run.paused').reasons).toEqual([
      { ...CONTACTS, extension: 'ledger', capability: 'invoices.read', tool: 'ledger.invoice.list' },
    ]);
    const going = paused.when(
      incoming('instance.resumed', { playbook: 'reminders', day: '2026-03-02', runId: 'run-1', pause: 1, granted: {} }),
    );
    going.thenNamed('run.continued', 'segment.requested');
    expect(going.fact('segment.requested').steps).toMatchObject([
      { stepId: 'invoices_2', asked: 2 },
      { stepId: 'invoices_3', asked: 2 },
    ]);
    going
      .when(done(ofRun('invoices_2', 2), READ))
      .when(done(ofRun('invoices_3', 2), { invoices: [] }))
      .thenNamed('step.completed', 'sweep.begun', 'branch.requested');
  });
});
