import type { EventData, Plan } from '@arbiter/contracts';
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
  orderStory,
  PERSONAL,
  requestsAction,
  unknownStory,
} from '../testing/order-story';
import { History } from '../testing/recorded';
import { sessionMemoryFold, type SessionMemory } from '../folds/session-memory';
import { stagesOf, withoutRepeats, type SessionlessStage } from './stages-of';
import { STAGES } from './telemetry-event';

/** History in, stages out. */
function stagesIn(history: History): readonly Omit<SessionlessStage, 'isLate'>[] {
  const memories = new Map<string, SessionMemory | null>();
  return withoutRepeats(
    asRead(history.events).flatMap((event) => {
      const id = sessionMemoryFold.keyOf(event)?.join('/') ?? '';
      const memory = memories.get(id) ?? null;
      memories.set(id, sessionMemoryFold.evolve(memory, event));
      return stagesOf(event, memory);
    }),
    [],
  );
}

const payloadsIn = (history: History) => stagesIn(history).map(({ stage, payload }) => [stage, payload]);
const ANSWERING: EventData<'run.requested'> = {
  requestId: 'r2',
  sessionId: 's-1',
  threadId: 'r1',
  channel: 'web',
  messageId: 'm-r2',
  purpose: 'template',
  intentId: 'order_status',
  template: 'order_status',
  copy: null,
  follows: null,
  question: null,
  fallback: false,
  args: { orderNumber: '1002' },
  consent: null,
  replaces: null,
  artifacts: 'bundle',
  delivery: DELIVERY,
  overtakes: [],
};
const FOLLOW_PLAN: Plan = {
  intentId: 'order_status',
  template: 'platform.follow',
  templateVersion: '1.0.0',
  scope: null,
  steps: [
    {
      id: 'reply',
      type: 'respond',
      title: 'Report the outcome',
      dependsOn: [],
      optional: false,
      copy: 'approved',
      follows: 'r1',
    },
  ],
};
const begun = () =>
  requestsAction(isPlanned(isUnderstood(comesIn(new History(), 's-1', 'r1'), 's-1', 'r1'), 's-1', 'r1'), 's-1', 'r1');

describe('the eight stages', () => {
  it('follow each other in their order, with their payloads (TL-01 to TL-07)', () => {
    const history = orderStory(new History(), 's-1', 'r1');
    expect(stagesIn(history).map(({ stage }) => stage)).toEqual(STAGES);
    expect(payloadsIn(history)).toEqual([
      ['received', { memory: { history_count: 1, params_keys: [], waiting_for_param: null } }],
      ['intents_eligible', { eligible: ['order_status', 'refund_order'] }],
      ['intent_classified', { intent_id: 'order_status', redacted_params: [] }],
      ['plan_created', { intent_id: 'order_status', steps: ['tool_call', 'respond'] }],
      ['plan_communicated', { intent_id: 'order_status', message: '[redacted]' }],
      ['policy_check', { intent_id: 'order_status', allowed: true, reasons: ['reading is free'] }],
      ['tool_execute', { intent_id: 'order_status', ok: true, tool: 'shop.order.get' }],
      ['respond', { intent_id: 'order_status', message: '[redacted, 25 bytes]' }],
    ]);
  });

  it('belong to their run, at the time of their fact (TL-02)', () => {
    const [first] = stagesIn(orderStory(new History(), 's-1', 'r1'));
    expect(first).toEqual({
      timestamp: '2026-03-02T10:00:00.000Z',
      interaction_id: 'r1',
      stage: 'received',
      level: 'info',
      payload: expect.anything(),
    });
  });

  it.each([
    ['after', 0],
    ['before', -1],
  ])(
    'end with what is waited for, and the next message finds it remembered, %s its thread took it over',
    (_, without) => {
      const history = askingStory(new History(), 's-1', 'r1');
      const late = history.events.splice(history.events.length + without);
      comesIn(history, 's-1', 'r2', '1002');
      history.events.push(...late);
      const payloads = payloadsIn(history);
      expect(payloads.slice(-2)).toEqual([
        ['respond', { intent_id: 'order_status', message: '[redacted, 18 bytes]', waiting_for_param: 'orderNumber' }],
        ['received', { memory: { history_count: 2, params_keys: [], waiting_for_param: 'orderNumber' } }],
      ]);
    },
  );

  it('say that an intent is unknown and that the reply is a fallback (CL-03, CL-06)', () => {
    expect(payloadsIn(unknownStory(new History(), 's-1', 'r1')).map(([stage, payload]) => [stage, payload])).toEqual([
      ['received', expect.anything()],
      ['intent_classified', { intent_id: null, unknown_intent: true }],
      ['plan_created', { intent_id: null, steps: ['respond'] }],
      [
        'respond',
        { message: expect.stringMatching(/^\[redacted, \d+ bytes\]$/), fallback: true, unknown_intent: true },
      ],
    ]);
  });

  it('show a refusal as a warning with its reasons, and no execution', () => {
    const checks = { ...CHECKS, allowed: false, reasons: ['not in scope'] };
    const history = begun().add('action.denied', 'r1.lookup', {
      ...ofAction('r1'),
      checks,
      code: 'out_of_scope',
      reason: 'not in scope',
    });
    expect(stagesIn(history).at(-1)).toMatchObject({
      stage: 'policy_check',
      level: 'warn',
      payload: { allowed: false, reasons: ['not in scope'] },
    });
  });

  it('check an action once, however often it waits for its place', () => {
    const wait = (attempt: number) => ({
      ...ofAction('r1'),
      attempt,
      tried: attempt - 1,
      unsettled: false,
      queuedAt: '2026-03-02T10:00:00.000Z',
      takeUpAt: '2026-03-02T10:00:05.000Z',
      idempotencyKey: 'k',
      planHash: 'plan-r1',
      artifacts: 'bundle',
      request: {},
      checks: attempt === 1 ? { ...CHECKS, reasons: [] } : null,
      keyExpiresAt: null,
    });
    const history = begun().add('action.queued', 'r1.lookup', wait(1)).add('action.queued', 'r1.lookup', wait(2));
    expect(payloadsIn(history).slice(5)).toEqual([['policy_check', { intent_id: 'order_status', allowed: true }]]);
  });

  it('are all there for a turn that fills a slot: its intent is that of its topic (TL-01)', () => {
    const history = askingStory(new History(), 's-1', 'r1');
    comesIn(history, 's-1', 'r2', '1002').add('run.requested', 's-1', {
      ...ANSWERING,
      requestId: 'r2',
      messageId: 'm-r2',
    });
    const after = ends(actionSucceeds(requestsAction(isPlanned(history, 's-1', 'r2'), 's-1', 'r2'), 'r2'), 's-1', 'r2');
    const stages = stagesIn(after).filter((one) => one.interaction_id === 'r2');
    expect(stages.map(({ stage }) => stage)).toEqual(STAGES);
    expect(stages.slice(1, 3).map(({ payload }) => payload)).toEqual([
      { eligible: ['order_status'] },
      { intent_id: 'order_status', redacted_params: [] },
    ]);
  });

  it('are all there for a turn that approves, with what its yes let go (TL-01, CL-10)', () => {
    const history = comesIn(begun(), 's-1', 'r2', 'yes').add('run.requested', 's-1', {
      ...ANSWERING,
      requestId: 'r2',
      messageId: 'm-r2',
      purpose: 'follow',
      follows: 'r1',
      template: null,
      copy: 'approved',
    });
    isPlanned(history, 's-1', 'r2', FOLLOW_PLAN)
      .add('action.approved', 'r1.lookup', { ...ofAction('r1'), requestId: 'r2' })
      .add('action.succeeded', 'r1.lookup', {
        ...ofAction('r1'),
        approvedBy: 'r2',
        attempt: 1,
        checks: null,
        result: {},
        recovered: false,
        completedAt: '2026-03-02T10:00:50.000Z',
      });
    ends(history, 's-1', 'r2');
    const own = stagesIn(history).filter((one) => one.interaction_id === 'r2');
    expect(own.map(({ stage, payload }) => [stage, payload])).toEqual([
      ['received', expect.anything()],
      ['intents_eligible', { eligible: ['order_status'] }],
      ['intent_classified', { intent_id: 'order_status', redacted_params: [] }],
      ['plan_created', { intent_id: 'order_status', steps: ['respond'] }],
      ['plan_communicated', { intent_id: 'order_status', message: '[redacted]' }],
      ['policy_check', { intent_id: 'order_status', allowed: true }],
      ['tool_execute', { intent_id: 'order_status', ok: true, tool: 'shop.order.get' }],
      ['respond', { intent_id: 'order_status', message: expect.any(String) }],
    ]);
  });

  it('are told of each read of a segment, also where they ended by one fact (TL-01)', () => {
    const checks = { allowed: true, rule: 'reads', reasons: [], riskClass: 'read', consent: null, policyVersion: '1' };
    const history = begun().add('segment.ended', 'r1.1', {
      segmentId: 'r1.1',
      runId: 'r1',
      ends: [
        { stepId: 'lookup', tool: 'shop.order.get', attempt: 1, checks: checks as never, code: null },
        { stepId: 'again', tool: 'shop.order.get', attempt: 1, checks: checks as never, code: 'not_found' },
      ],
      brought: {},
      completedAt: '2026-03-02T10:00:50.000Z',
    });
    const told = stagesIn(history).filter(({ stage }) => stage === 'policy_check' || stage === 'tool_execute');
    expect(told.map(({ stage, level, payload }) => [stage, level, payload])).toMatchObject([
      ['policy_check', 'info', { allowed: true }],
      ['tool_execute', 'info', { ok: true, tool: 'shop.order.get' }],
      ['policy_check', 'info', { allowed: true }],
      ['tool_execute', 'error', { ok: false, tool: 'shop.order.get' }],
    ]);
  });

  it('that were told already are not told again', () => {
    const [eligible] = stagesIn(orderStory(new History(), 's-1', 'r1')).filter(
      ({ stage }) => stage === 'intents_eligible',
    );
    expect(
      withoutRepeats(
        [{ ...eligible!, isLate: true as const }, eligible!],
        [{ interaction_id: 'r1', stage: 'intents_eligible' }],
      ),
    ).toEqual([eligible]);
  });

  it('hold nothing personal', () => {
    const text = JSON.stringify(
      stagesIn(unknownStory(askingStory(orderStory(new History(), 's-1', 'r1'), 's-1', 'r2'), 's-1', 'r3')),
    );
    for (const personal of PERSONAL) expect(text).not.toContain(personal);
  });
});
