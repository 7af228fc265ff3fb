import { actionEndsIn, type EventName, type RecordedOf } from '@arbiter/contracts';
import { asRead } from '../testing/as-read';
import {
  actionSucceeds,
  askingStory,
  CHECKS,
  comesIn,
  DELIVERY,
  ends,
  isPlanned,
  isUnderstood,
  ofAction,
  ORDER_PLAN,
  orderStory,
  PERSONAL,
  requestsAction,
  unknownStory,
} from '../testing/order-story';
import { History } from '../testing/recorded';
import type { RowFold } from '../row-model';
import { actionFold } from './actions';
import { planFold } from './plans';
import { runFold } from './runs';
import { sessionMemoryFold } from './session-memory';
import { customerHash, sessionFold } from './sessions';
import { threadFold } from './threads';

/** History in, rows out. */
function rowsOf<Row extends object>(fold: RowFold<Row>, history: History): readonly Row[] {
  const rows = new Map<string, Row | null>();
  for (const event of asRead(history.events).flatMap((read) => fold.partsOf?.(read) ?? [read])) {
    const id = fold.keyOf(event)?.join('/');
    if (id !== undefined) rows.set(id, fold.evolve(rows.get(id) ?? null, event));
  }
  return [...rows.values()].filter((row) => row !== null);
}

const rowOf = <Row extends object>(fold: RowFold<Row>, history: History): Row => {
  const rows = rowsOf(fold, history);
  expect(rows).toHaveLength(1);
  return rows[0]!;
};

const SESSION = 's-1';
const begun = () =>
  requestsAction(
    isPlanned(isUnderstood(comesIn(new History(), SESSION, 'r1'), SESSION, 'r1'), SESSION, 'r1'),
    SESSION,
    'r1',
  );

/** When, and in what, a run asks for a segment. */
const ASKED = {
  planHash: 'plan-r1',
  sessionId: SESSION,
  threadId: null,
  artifacts: 'bundle',
  requestedAt: '2026-03-02T10:00:09.000Z',
};

describe('the sessions', () => {
  it('hold when a person last wrote, and neither who it is nor what was said', () => {
    const history = comesIn(comesIn(new History(), SESSION, 'r1'), SESSION, 'r2');
    const row = rowOf(sessionFold, history);
    expect(row).toEqual({
      tenant: 'shop',
      customer_hash: customerHash('shop', 'C-1'),
      session_id: SESSION,
      channel: 'web',
      received_at: '2026-03-02T10:00:00.000Z',
    });
    for (const personal of PERSONAL) expect(JSON.stringify(row)).not.toContain(personal);
  });
});

describe('the threads', () => {
  it('hold a topic from its opening to its end (TH-02)', () => {
    expect(rowOf(threadFold, orderStory(new History(), SESSION, 'r1'))).toEqual({
      tenant: 'shop',
      thread_id: 'r1',
      session_id: SESSION,
      intent_id: 'order_status',
      slots: {},
      status: 'done',
      pending_question: null,
      summary: 'Order status is done.',
      run_id: 'r1',
      message_id: 'm-r1',
      last_activity_at: '2026-03-02T10:00:13.000Z',
    });
  });

  it('say what is asked and at which message (TH-05)', () => {
    const row = rowOf(threadFold, askingStory(new History(), SESSION, 'r1'));
    expect(row.status).toBe('waiting_for_user');
    expect(row.pending_question).toEqual({ key: 'orderNumber', expectedType: 'identifier', askedAtMessageId: 'm-r1' });
    expect(row.summary).toBe('Order status waits for an answer.\nIt asks for orderNumber.');
  });

  it('are blocked while they wait in line, and go on when their turn comes (TH-06, TH-03)', () => {
    const history = comesIn(new History(), SESSION, 'r1').add('thread.queued', SESSION, {
      threadId: 'r1',
      requestId: 'r1',
      sessionId: SESSION,
      channel: 'web',
      messageId: 'm-r1',
      locale: 'en',
      intentId: 'refund_order',
      template: 'refund_order',
      args: { orderNumber: '1002' },
      consent: null,
      position: 1,
    });
    expect(rowOf(threadFold, history)).toMatchObject({
      status: 'blocked',
      intent_id: 'refund_order',
      message_id: 'm-r1',
      summary: 'Refund order waits for what came before it.',
    });
    expect(rowOf(threadFold, isUnderstood(history, SESSION, 'r1'))).toMatchObject({ status: 'in_progress' });
  });

  it('ask for a yes or a no where nothing has a name', () => {
    const history = ends(begun(), SESSION, 'r1', {
      question: { key: 'handoff', expectedType: 'yes_no', prompt: 'Shall I?' },
    });
    expect(rowOf(threadFold, history).summary).toBe('Order status waits for an answer.\nIt asks for a yes or a no.');
  });

  it('drop the question when the next run of the thread begins', () => {
    const history = askingStory(new History(), SESSION, 'r1');
    isUnderstood(history, SESSION, 'r1');
    expect(rowOf(threadFold, history)).toMatchObject({ status: 'in_progress', pending_question: null });
  });

  it('name sensitive slots and never their values (CL-11)', () => {
    const history = isUnderstood(comesIn(new History(), SESSION, 'r1'), SESSION, 'r1', ['orderNumber']);
    expect(rowOf(threadFold, history)).toMatchObject({
      slots: { orderNumber: '[redacted]' },
      summary: 'Order status is being worked on.\nNot shown: orderNumber.',
    });
  });

  it('are not touched by a run that only speaks about them (RT-07)', () => {
    const history = orderStory(new History(), SESSION, 'r1');
    const before = rowOf(threadFold, history);
    history.add('run.requested', SESSION, {
      requestId: 'r2',
      sessionId: SESSION,
      threadId: 'r1',
      channel: 'web',
      messageId: 'm-r2',
      purpose: 'respond',
      intentId: 'order_status',
      template: null,
      copy: 'nudge_outcome',
      follows: null,
      question: null,
      fallback: false,
      args: {},
      artifacts: 'bundle',
      delivery: DELIVERY,
      overtakes: [],
      consent: null,
      replaces: null,
    });
    expect(rowOf(threadFold, history)).toEqual(before);
  });
});

describe('the plans', () => {
  it('hold the steps without their arguments', () => {
    const row = rowOf(planFold, orderStory(new History(), SESSION, 'r1'));
    expect(row).toMatchObject({
      run_id: 'r1',
      plan_hash: 'plan-r1',
      intent_id: 'order_status',
      template: 'order_status',
      template_version: '1.0.0',
      rejection: null,
    });
    expect(row.steps).toEqual([
      {
        id: 'lookup',
        type: 'tool_call',
        title: 'Look up the order',
        tool: 'shop.order.get',
        dependsOn: [],
        optional: false,
      },
      { id: 'reply', type: 'respond', title: 'Answer', tool: null, dependsOn: ['lookup'], optional: false },
    ]);
  });

  it('hold why something did not compile', () => {
    const history = new History().add('plan.rejected', 'r1', {
      requestId: 'r1',
      sessionId: SESSION,
      threadId: null,
      channel: 'api',
      messageId: null,
      artifacts: 'bundle',
      delivery: DELIVERY,
      replaces: null,
      reason: 'invalid_args',
      detail: 'secret wish',
    });
    expect(rowOf(planFold, history)).toMatchObject({ plan_hash: null, rejection: 'invalid_args', steps: [] });
  });
});

describe('the runs', () => {
  it('hold each step with its status and times (EX-15)', () => {
    const row = rowOf(runFold, orderStory(new History(), SESSION, 'r1'));
    expect(row).toMatchObject({
      status: 'ok',
      thread_id: 'r1',
      intent_id: 'order_status',
      plan_hash: 'plan-r1',
      started_at: '2026-03-02T10:00:07.000Z',
      completed_at: '2026-03-02T10:00:12.000Z',
    });
    expect(row.header.steps).toEqual([
      {
        stepId: 'lookup',
        title: 'Look up the order',
        status: 'completed',
        startedAt: '2026-03-02T10:00:09.000Z',
        endedAt: '2026-03-02T10:00:11.000Z',
      },
      { stepId: 'reply', title: 'Answer', status: 'completed' },
    ]);
  });

  it('show a failed step by its code, and what was never reached as skipped', () => {
    const history = begun().add('step.completed', 'r1', {
      runId: 'r1',
      stepId: 'lookup',
      status: 'failed',
      code: 'not_found',
      message: 'secret wish',
      result: null,
      at: '2026-03-02T10:00:11.000Z',
    });
    ends(history, SESSION, 'r1', { status: 'error', code: 'not_found' });
    expect(rowOf(runFold, history).header.steps.map(({ status, error }) => [status, error])).toEqual([
      ['failed', { code: 'not_found' }],
      ['skipped', undefined],
    ]);
  });

  it('show the steps of a segment that ended by one fact, each by its own end', () => {
    const history = begun().add('segment.completed', 'r1', {
      segmentId: 'r1.1',
      runId: 'r1',
      ends: [
        { stepId: 'lookup', status: 'failed', code: 'not_found' },
        { stepId: 'reply', status: 'completed', code: null },
      ],
      told: { lookup: { message: 'secret wish', result: null }, reply: { message: '', result: 'secret wish' } },
      at: '2026-03-02T10:00:11.000Z',
    });
    const { steps } = rowOf(runFold, history).header;
    expect(steps.map(({ status, error, endedAt }) => [status, error, endedAt])).toEqual([
      ['failed', { code: 'not_found' }, '2026-03-02T10:00:11.000Z'],
      ['completed', undefined, '2026-03-02T10:00:11.000Z'],
    ]);
    expect(JSON.stringify(steps)).not.toContain('secret');
  });

  it('say suspended while an approval is waited for, and running after it', () => {
    const question = { key: 'approve', expectedType: 'yes_no' as const, prompt: 'Shall I?' };
    const history = begun().add('run.suspended', 'r1', {
      runId: 'r1',
      threadId: 'r1',
      sessionId: SESSION,
      channel: 'web',
      messageId: 'm-r1',
      locale: 'en',
      anchor: null,
      actionId: 'r1.lookup',
      stepId: 'lookup',
      binding: 'b',
      answerTo: 'a',
      question,
      proposal: 'secret wish',
      expiresAt: '2026-03-02T11:00:00.000Z',
    });
    expect(rowOf(runFold, history)).toMatchObject({
      status: 'suspended',
      header: { steps: [{ status: 'suspended' }, { status: 'pending' }] },
    });
    history.add('run.resumed', 'r1', {
      runId: 'r1',
      actionId: 'r1.lookup',
      stepId: 'lookup',
      requestedBy: 'r2',
      decision: 'approve',
    });
    expect(rowOf(runFold, history)).toMatchObject({
      status: 'running',
      header: { steps: [{ status: 'running' }, { status: 'pending' }] },
    });
  });

  it('call a step unknown that was in flight when the run was given up', () => {
    const history = ends(begun().add('run.cancelling', 'r1', { runId: 'r1', requestedBy: 'r2' }), SESSION, 'r1', {
      status: 'cancelled',
    });
    expect(rowOf(runFold, history).header.steps.map(({ status }) => status)).toEqual(['unknown', 'cancelled']);
  });

  it('show what came of it once that is known, though the run has ended', () => {
    const history = actionSucceeds(ends(begun(), SESSION, 'r1', { status: 'cancelled' }), 'r1');
    expect(rowOf(runFold, history)).toMatchObject({
      status: 'cancelled',
      header: {
        steps: [
          { stepId: 'lookup', status: 'completed', endedAt: '2026-03-02T10:00:11.000Z' },
          { status: 'cancelled' },
        ],
      },
    });
  });

  it('show which steps are with a segment, and which came back', () => {
    const step = (stepId: string) => ({ stepId, tool: 't', after: [] });
    const planned = isPlanned(new History(), SESSION, 'r1').add('segment.requested', 'r1', {
      segmentId: 'r1.1',
      runId: 'r1',
      steps: [step('lookup'), step('reply')],
      ...ASKED,
    });
    expect(rowOf(runFold, planned).header.steps).toMatchObject([
      { stepId: 'lookup', status: 'running', startedAt: '2026-03-02T10:00:09.000Z' },
      { stepId: 'reply', status: 'running' },
    ]);
    planned.add('segment.taken_back', 'r1', {
      segmentId: 'r1.1',
      runId: 'r1',
      stepIds: ['reply'],
      at: '2026-03-02T10:00:10.000Z',
    });
    expect(rowOf(runFold, planned).header.steps).toMatchObject([
      { stepId: 'lookup', status: 'running' },
      { stepId: 'reply', status: 'pending' },
    ]);
  });

  it('have no steps to show of a chat answer', () => {
    const plan = { ...ORDER_PLAN, scope: null, steps: ORDER_PLAN.steps.slice(1) };
    expect(rowOf(runFold, isPlanned(new History(), SESSION, 'r1', plan)).header.steps).toEqual([]);
  });

  it('do not exist before they are opened', () => {
    expect(rowsOf(runFold, new History().add('run.cancelling', 'r1', { runId: 'r1', requestedBy: null }))).toEqual([]);
  });
});

describe('the action log', () => {
  it('leads from an action to its plan (TL-13)', () => {
    const row = rowOf(actionFold, actionSucceeds(begun(), 'r1'));
    expect(row).toMatchObject({
      action_id: 'r1.lookup',
      run_id: 'r1',
      step_id: 'lookup',
      session_id: SESSION,
      plan_hash: 'plan-r1',
      tool: 'shop.order.get',
      risk_class: 'read',
      status: 'succeeded',
      attempts: 1,
      checks: CHECKS,
      recovered: false,
      requested_at: '2026-03-02T10:00:09.000Z',
      completed_at: '2026-03-02T10:00:10.000Z',
    });
    expect(row.key_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  const QUEUED = {
    ...ofAction('r1'),
    attempt: 1,
    tried: 0,
    unsettled: false,
    queuedAt: '2026-03-02T10:00:00.000Z',
    takeUpAt: '2026-03-02T10:00:05.000Z',
    idempotencyKey: 'k',
    planHash: 'plan-r1',
    artifacts: 'bundle',
    request: {},
    checks: CHECKS,
    keyExpiresAt: null,
  };

  it('shows an action that waits for its place with what the checks found, its key and no attempt (TL-13)', () => {
    const history = new History().add('action.queued', 'r1.lookup', QUEUED);
    expect(rowOf(actionFold, history)).toMatchObject({
      status: 'queued',
      attempts: 0,
      checks: CHECKS,
      risk_class: CHECKS.riskClass,
      key_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      dispatched_at: null,
    });
  });

  it('counts attempts and keeps the first dispatch', () => {
    const dispatch = (attempt: number) => ({
      ...ofAction('r1'),
      attempt,
      sendBy: '2026-03-02T10:01:00.000Z',
      idempotencyKey: 'k',
      planHash: 'plan-r1',
      artifacts: 'bundle',
      request: {},
      keyExpiresAt: null,
    });
    const history = begun()
      .add('action.queued', 'r1.lookup', QUEUED)
      .add('action.dispatched', 'r1.lookup', dispatch(1))
      .add('action.retry_scheduled', 'r1.lookup', {
        ...ofAction('r1'),
        attempt: 1,
        code: 'vendor_unavailable',
        retryAt: '2026-03-02T10:00:30.000Z',
        unsettled: true,
      })
      .add('action.dispatched', 'r1.lookup', dispatch(2))
      .add('action.unknown', 'r1.lookup', {
        ...ofAction('r1'),
        attempt: 2,
        code: 'connection_lost',
        reason: 'nobody knows',
        completedAt: '2026-03-02T10:00:50.000Z',
      });
    const firstDispatch = history.events.find((event: RecordedOf<EventName>) => event.name === 'action.dispatched')!;
    expect(rowOf(actionFold, history)).toMatchObject({
      status: 'unknown',
      attempts: 2,
      code: 'connection_lost',
      checks: CHECKS,
      dispatched_at: firstDispatch.time,
      completed_at: '2026-03-02T10:00:50.000Z',
    });
  });

  it('has a row for each step of a segment, and says of what came back that it was not done', () => {
    const step = (stepId: string) => ({ stepId, tool: 'shop.order.get', after: [] });
    const history = new History()
      .add('segment.requested', 'r1', {
        segmentId: 'r1.refund',
        runId: 'r1',
        steps: [step('lookup'), step('again'), step('refund')],
        ...ASKED,
      })
      .add('action.succeeded', 'r1.1', {
        ...ofAction('r1'),
        attempt: 1,
        checks: CHECKS,
        result: null,
        recovered: false,
        completedAt: '2026-03-02T10:00:10.000Z',
      })
      .add('segment.returned', 'r1.refund', { segmentId: 'r1.refund', runId: 'r1', stepIds: ['again', 'refund'] });
    expect(rowsOf(actionFold, history)).toMatchObject([
      {
        action_id: 'r1.lookup',
        session_id: SESSION,
        plan_hash: 'plan-r1',
        status: 'succeeded',
        requested_at: '2026-03-02T10:00:09.000Z',
        completed_at: '2026-03-02T10:00:10.000Z',
      },
      { action_id: 'r1.again', tool: 'shop.order.get', status: 'returned', completed_at: null },
      { action_id: 'r1.refund', status: 'returned', completed_at: null },
    ]);
  });

  it('has a row of its own for a read that is asked for again after it was refused (EX-23)', () => {
    const history = new History();
    const at = '2026-03-02T10:00:09.000Z';
    const ask = (segmentId: string, again: { readonly asked?: number }, code: string | null): void => {
      const [of, step] = [
        { segmentId, runId: 'r1' },
        { stepId: 'lookup', tool: 'shop.order.get', ...again },
      ];
      history.add('segment.requested', 'r1', { ...of, steps: [{ ...step, after: [] }], ...ASKED });
      const ends = [{ ...step, attempt: 1, checks: CHECKS, code }];
      history.add('segment.ended', segmentId, { ...of, ends, brought: {}, completedAt: at });
    };
    ask('r1.1', {}, 'auth_failed');
    ask('r1.2', { asked: 2 }, null);
    expect(rowsOf(actionFold, history)).toMatchObject([
      { action_id: 'r1.lookup', status: 'failed', code: 'auth_failed' },
      { action_id: 'r1.lookup.2', status: 'succeeded', session_id: SESSION, code: null },
    ]);
  });

  it('has the same rows where the reads of a segment ended by one fact (EX-03)', () => {
    const requested = () =>
      new History().add('segment.requested', 'r1', {
        segmentId: 'r1.1',
        runId: 'r1',
        steps: ['lookup', 'again'].map((stepId) => ({ stepId, tool: 'shop.order.get', after: [] })),
        ...ASKED,
      });
    const together = requested().add('segment.ended', 'r1.1', {
      segmentId: 'r1.1',
      runId: 'r1',
      ends: [
        { stepId: 'lookup', tool: 'shop.order.get', attempt: 1, checks: CHECKS, code: null },
        { stepId: 'again', tool: 'shop.order.get', attempt: 2, checks: CHECKS, code: 'not_found' },
      ],
      brought: { lookup: null, again: 'there is none' },
      completedAt: '2026-03-02T10:00:10.000Z',
    });
    const apart = requested();
    for (const { name, data } of actionEndsIn(together.events.at(-1)!)) apart.add(name, 'r1.1', data as never);
    expect(apart.events).toHaveLength(3);
    expect(rowsOf(actionFold, together)).toEqual(rowsOf(actionFold, apart));
    expect(rowsOf(actionFold, together)).toMatchObject([
      { action_id: 'r1.lookup', status: 'succeeded', attempts: 1 },
      { action_id: 'r1.again', status: 'failed', attempts: 2, code: 'not_found' },
    ]);
  });

  it('says why an action was refused', () => {
    const checks = {
      ...CHECKS,
      allowed: false,
      rule: 'scope',
      reasons: ['shop.refund is not in scope'],
      riskClass: 'record_mutation' as const,
    };
    const history = begun().add('action.denied', 'r1.lookup', {
      ...ofAction('r1'),
      checks,
      code: 'out_of_scope',
      reason: 'shop.refund is not in scope',
    });
    expect(rowOf(actionFold, history)).toMatchObject({
      status: 'denied',
      code: 'out_of_scope',
      checks,
      risk_class: 'record_mutation',
      attempts: 0,
    });
  });
});

describe('the session memory', () => {
  it('counts what came in, and knows what is waited for until it is answered', () => {
    const history = askingStory(new History(), SESSION, 'r1');
    expect(rowOf(sessionMemoryFold, history)).toMatchObject({
      history_count: 1,
      params_keys: [],
      waiting_for_param: 'orderNumber',
    });
    history.add('turn.routed', `${SESSION}.C-1`, {
      requestId: 'r2',
      category: 'answer_to_pending',
      rule: 'answer_fits',
      inputs: {},
      threadId: 'r1',
    });
    expect(rowOf(sessionMemoryFold, history)).toMatchObject({ params_keys: ['orderNumber'], waiting_for_param: null });
  });

  it('forgets the values of a topic that is done', () => {
    expect(
      rowOf(sessionMemoryFold, orderStory(askingStory(new History(), SESSION, 'r1'), SESSION, 'r2')),
    ).toMatchObject({ history_count: 2, params_keys: [] });
  });
});

it('nothing personal stands in any row', () => {
  const history = unknownStory(askingStory(orderStory(new History(), SESSION, 'r1'), SESSION, 'r2'), SESSION, 'r3');
  for (const fold of [threadFold, planFold, runFold, actionFold, sessionMemoryFold] as readonly RowFold<object>[]) {
    const rows = rowsOf(fold, history);
    expect(rows.length).toBeGreaterThan(0);
    for (const personal of PERSONAL) expect(JSON.stringify(rows)).not.toContain(personal);
  }
});
