import type { FactOf } from '@arbiter/contracts';
import { NOW, askingFor, completed, notProposed, proposed, said } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { MAXIMUM_WEIGHING } from '../decide/decide-turn';
import { sessionDecider } from '../session-decider';
import type { IntentAnswered } from '../session-input';
import { intentTimer } from '../timers';
import { MALFORMED } from './intent-verdict';

const context = contextOf(shopBundle);
const ELIGIBLE = ['order_status', 'refund_order', 'create_ticket', 'escalate'];

/** The model is asked about a turn before it is routed. */
const weighed = (requestId: string, text: string): FactOf<'intent.requested'> => ({
  name: 'intent.requested',
  data: {
    requestId,
    text,
    threadId: null,
    sessionId: 'chat',
    channel: 'web',
    messageId: `m-${requestId}`,
    locale: 'en',
    replyToRequestId: null,
    partOf: null,
    receivedAt: NOW,
    eligible: ELIGIBLE,
    deadline: '2026-03-02T10:00:03.000Z',
    attempt: 1,
  },
});

const asked = () =>
  given(sessionDecider, context)
    .facts()
    .when(said('T1', 'Where is my order?'))
    .when(proposed('T1', 'order_status'))
    .when(completed('T1', 'T1', { question: askingFor('orderNumber') }));
const weighing = (text = 'My teapot leaks') =>
  given(sessionDecider, context).facts(...asked().history, weighed('T2', text));

describe('RT-10: a turn that is weighed before it is routed', () => {
  test('is routed once the proposal is there, and settled by the same proposal', () => {
    const routed = weighing().when(proposed('T2', 'create_ticket', { summary: 'the teapot leaks' }));
    routed.thenNamed('intent.proposed', 'turn.routed', 'thread.opened', 'intent.classified', 'run.requested');
    expect(routed.fact('turn.routed')).toMatchObject({ requestId: 'T2', category: 'new_request', threadId: 'T2' });
    expect(routed.fact('run.requested')).toMatchObject({
      requestId: 'T2',
      messageId: 'm-T2',
      purpose: 'template',
      template: 'create_ticket',
      args: { summary: 'the teapot leaks' },
    });
    expect(routed.state.weighing).toEqual([]);
    routed.when(proposed('T2', 'create_ticket')).thenIgnored('intent_not_asked');
  });

  test('is routed by what the session has become meanwhile', () => {
    const gone = weighing('1002').when(said('T3', 'forget it')).when(completed('T9', null));
    expect(weighing('1002').when(notProposed('T2')).fact('turn.routed')).toMatchObject({
      rule: 'answer_fills_slot',
      threadId: 'T1',
    });
    expect(
      given(sessionDecider, context).facts(weighed('T2', '1002')).when(notProposed('T2')).fact('turn.routed'),
    ).toMatchObject({ category: 'filler', rule: 'object_without_request', threadId: null });
    gone.thenIgnored('run_without_thread');
  });

  test.each([notProposed('T2'), { name: 'due', key: intentTimer('T2') } as const])(
    'is routed by the words alone when no proposal comes: %#',
    (input) => {
      const routed = weighing('refund order 1003').when(input);
      routed.thenNamed('intent.proposed', 'turn.routed', 'thread.opened', 'intent.classified', 'run.requested');
      expect(routed.fact('intent.classified')).toMatchObject({ intentId: 'refund_order', rule: 'lexical_fallback' });
    },
  );

  test('CL-02: is asked about once more when the proposal is malformed', () => {
    const failed = weighing().when(notProposed('T2', MALFORMED));
    failed.thenNamed('intent.proposed');
    const again = failed.when({ name: 'due', key: 'retry:T2' });
    expect(again.fact('intent.requested')).toMatchObject({ threadId: null, attempt: 2, text: 'My teapot leaks' });
    expect(again.state.weighing).toHaveLength(1);
    again
      .when({ ...proposed('T2', 'create_ticket'), attempt: 2 } satisfies IntentAnswered)
      .thenNamed('intent.proposed', 'turn.routed', 'thread.opened', 'intent.classified', 'run.requested');
  });

  test('is overtaken by later turns, which then is told by a quote', () => {
    const overtaken = weighing().when(said('T3', 'thanks'));
    expect(overtaken.fact('run.requested')).toMatchObject({ requestId: 'T3', delivery: { anchor: null } });
    const routed = overtaken.when(proposed('T2', 'create_ticket'));
    expect(routed.fact('run.requested')).toMatchObject({ requestId: 'T2', delivery: { anchor: 'not_recent' } });
    expect(routed.state.turns.latest).toBe('T3');
  });

  test('delivered again changes nothing', () => {
    weighing().when(said('T2', 'My teapot leaks')).thenIgnored('already_weighed');
  });

  test('RT-12: is taken back by a stop, and its answer changes nothing', () => {
    const stopped = weighing().when(said('T3', 'stop'));
    stopped.thenNamed('turn.routed', 'run.requested', 'run.requested');
    expect(stopped.fact('turn.routed')).toMatchObject({ category: 'override', rule: 'override_withdraws_turn' });
    expect(stopped.decided[1]).toMatchObject({
      data: { requestId: 'T2', messageId: 'm-T2', purpose: 'cancelled', threadId: null },
    });
    expect(stopped.decided[2]).toMatchObject({ data: { requestId: 'T3', purpose: 'respond', copy: 'cancelled' } });
    expect(stopped.state.threads.map(({ threadId }) => threadId)).toEqual(['T1']);
    stopped.when(proposed('T2', 'create_ticket')).thenIgnored('intent_not_asked');
    stopped.when(said('T2', 'My teapot leaks')).thenIgnored('already_routed');
  });

  test('is what a nudge speaks of when nothing else is under way', () => {
    expect(weighing().when(said('T3', 'any luck?')).fact('run.requested')).toMatchObject({ copy: 'working' });
  });

  test('is never one that could not be read: no model is asked what its text means', () => {
    const routed = asked()
      .when(said('T2', 'My teapot leaks', { unreadable: 'edited' }))
      .thenNamed('turn.routed', 'run.requested');
    expect(routed.fact('run.requested')).toMatchObject({ requestId: 'T2', copy: 'unreadable_edited' });
  });

  test('that cannot be handled ends with an honest sentence (CL-14)', () => {
    const facts = sessionDecider.skip?.(weighing().state, proposed('T2', 'create_ticket'), 'internal', context) ?? [];
    expect(facts.map(({ name }) => name)).toEqual(['turn.skipped', 'run.requested']);
    expect(facts[1]).toMatchObject({ data: { requestId: 'T2', messageId: 'm-T2', copy: 'error_default' } });
    expect(given(sessionDecider, context).facts(...weighing().history, ...facts).state.weighing).toEqual([]);
  });

  test('has the runs of its session looked at before it is routed', () => {
    const running = given(sessionDecider, context)
      .facts()
      .when(said('T1', 'refund order 1003'))
      .when(proposed('T1', 'refund_order'));
    const { state } = given(sessionDecider, context).facts(...running.history, weighed('T2', 'and then?'));
    expect(sessionDecider.lookups?.(state, proposed('T2', null), context)).toEqual(['run-shop-T1']);
    expect(sessionDecider.lookups?.(running.state, proposed('T2', null), context)).toEqual([]);
  });
});

test('a classification that cannot be handled closes its thread', () => {
  const classifying = given(sessionDecider, context).facts().when(said('T1', 'refund order 1003'));
  const facts = sessionDecider.skip?.(classifying.state, proposed('T1', 'refund_order'), 'internal', context) ?? [];
  expect(facts.map(({ name }) => name)).toEqual(['turn.skipped', 'thread.followed', 'run.requested']);
  expect(given(sessionDecider, context).facts(...classifying.history, ...facts).state.threads).toEqual([]);
});

test('so many turns are weighed at once and no more', () => {
  expect(MAXIMUM_WEIGHING).toBeGreaterThan(1);
  const full = Array.from({ length: MAXIMUM_WEIGHING }, (_, index) => weighed(`W${index}`, 'My teapot leaks'));
  const routed = given(sessionDecider, context)
    .facts(...asked().history, ...full)
    .when(said('T9', 'My teapot leaks'));
  expect(routed.fact('turn.routed')).toMatchObject({ requestId: 'T9' });
});
