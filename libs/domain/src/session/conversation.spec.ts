import { HUMAN_HANDOFF_SENTENCE, type Question } from '@arbiter/contracts';
import { PLAIN_DELIVERY } from '../fixtures/delivery';
import { NOW, askingFor, completed, notProposed, proposed, said, suspended } from '../fixtures/session-inputs';
import { shopBundle } from '../fixtures/shop-bundle';
import { contextOf, given } from '../specification';
import { sessionDecider } from './session-decider';

const chat = () => given(sessionDecider, contextOf(shopBundle)).facts();
const HANDOFF: Question = { key: 'handoff', expectedType: 'yes_no', prompt: HUMAN_HANDOFF_SENTENCE };
const RUN = {
  sessionId: 'chat',
  channel: 'web',
  intentId: null,
  template: null,
  copy: null,
  follows: null,
  question: null,
  fallback: false,
  args: {},
  artifacts: 'bundle-1',
  delivery: PLAIN_DELIVERY,
  overtakes: [],
  consent: null,
  replaces: null,
};

/** An order_status run that has asked for its number. */
const asked = () =>
  chat()
    .when(said('T1', 'Where is my order?'))
    .when(proposed('T1', 'order_status'))
    .when(completed('T1', 'T1', { question: askingFor('orderNumber') }));
/** A refund that waits for its yes. */
const proposedRefund = () =>
  chat().when(said('T1', 'refund order 1004')).when(proposed('T1', 'refund_order')).when(suspended('T1', 'T1'));
const runningStatus = () => chat().when(said('T1', 'Where is my order 1002?')).when(proposed('T1', 'order_status'));

test('"Where is my order 1002?" opens a thread, asks for the intent and then for one run', () => {
  const routed = chat().when(said('T1', 'Where is my order 1002?'));
  routed.thenNamed('turn.routed', 'thread.opened', 'intent.requested');
  expect(routed.fact('turn.routed')).toMatchObject({ category: 'new_request', rule: 'new_request', threadId: 'T1' });
  expect(routed.fact('intent.requested')).toEqual({
    requestId: 'T1',
    threadId: 'T1',
    sessionId: 'chat',
    messageId: 'm-T1',
    channel: 'web',
    text: 'Where is my order 1002?',
    context: { topics: [], past: [], cut: 0 },
    attempt: 1,
    locale: 'en',
    receivedAt: NOW,
    replyToRequestId: null,
    partOf: null,
    eligible: ['order_status', 'refund_order', 'create_ticket', 'escalate'],
    deadline: '2026-03-02T10:00:03.000Z',
  });
  routed.when(proposed('T1', 'order_status')).then(
    {
      name: 'intent.proposed',
      data: {
        requestId: 'T1',
        attempt: 1,
        intentId: 'order_status',
        confidence: 0.9,
        slots: {},
        attachment: null,
        topic: null,
        provider: 'local',
        model: 'local',
        failure: null,
        retryAt: null,
      },
    },
    {
      name: 'intent.classified',
      data: {
        requestId: 'T1',
        threadId: 'T1',
        intentId: 'order_status',
        unknownIntent: false,
        rule: 'proposal_accepted',
        redactedParams: [],
        slots: { orderNumber: '1002' },
        referent: null,
      },
    },
    {
      name: 'run.requested',
      data: {
        ...RUN,
        requestId: 'T1',
        threadId: 'T1',
        messageId: 'm-T1',
        purpose: 'template',
        intentId: 'order_status',
        template: 'order_status',
        args: { orderNumber: '1002' },
      },
    },
  );
});

test('CL-08: the answer to a question is a new run on the same thread', () => {
  const waits = asked();
  waits.then({
    name: 'thread.followed',
    data: {
      threadId: 'T1',
      runId: 'T1',
      status: 'waiting_for_user',
      question: askingFor('orderNumber'),
      actionId: null,
      binding: null,
      askedAt: null,
      outcome: '',
    },
  });
  const answered = waits.when(said('T2', '1002'));
  answered.thenNamed('turn.routed', 'run.requested');
  expect(answered.fact('turn.routed')).toMatchObject({
    category: 'answer_to_pending',
    rule: 'answer_fills_slot',
    threadId: 'T1',
  });
  expect(answered.fact('run.requested')).toMatchObject({
    requestId: 'T2',
    threadId: 'T1',
    purpose: 'template',
    template: 'order_status',
    args: { orderNumber: '1002' },
  });
  answered.when(completed('T2', 'T1', { reply: 'It is on its way.' })).then({
    name: 'thread.followed',
    data: {
      threadId: 'T1',
      runId: 'T2',
      status: 'done',
      question: null,
      actionId: null,
      binding: null,
      askedAt: null,
      outcome: 'It is on its way.',
    },
  });
});

test('a nudge is its own run and reports the run in progress, then the latest outcome', () => {
  const nudged = runningStatus().when(said('T2', 'any luck?'));
  nudged.thenNamed('turn.routed', 'run.requested');
  expect(nudged.fact('run.requested')).toEqual({
    ...RUN,
    requestId: 'T2',
    messageId: 'm-T2',
    threadId: 'T1',
    purpose: 'respond',
    intentId: 'order_status',
    copy: 'nudge_in_progress',
    args: { title: 'order status' },
    overtakes: ['T1'],
  });
  const later = nudged
    .when(completed('T2', 'T1'))
    .thenIgnored('not_the_current_run')
    .when(completed('T1', 'T1', { reply: 'It is on its way.' }))
    .when(said('T3', 'any luck?'));
  expect(later.fact('run.requested')).toMatchObject({
    copy: 'nudge_outcome',
    args: { outcome: 'It is on its way.' },
    threadId: 'T1',
  });
});

test('EX-20, RT-12: "actually, forget it" cancels the run in flight and reports its end', () => {
  const cancelled = runningStatus().when(said('T2', 'actually, forget it'));
  cancelled.thenNamed('turn.routed', 'run.cancel_requested', 'run.requested');
  expect(cancelled.fact('turn.routed')).toMatchObject({
    category: 'override',
    rule: 'override_ends_run',
    threadId: 'T1',
  });
  expect(cancelled.fact('run.cancel_requested')).toEqual({ runId: 'T1', requestId: 'T2' });
  expect(cancelled.fact('run.requested')).toMatchObject({
    requestId: 'T2',
    threadId: 'T1',
    purpose: 'follow',
    follows: 'T1',
    copy: 'cancelled',
  });
  expect(
    cancelled.when(completed('T1', 'T1', { status: 'cancelled', reply: 'cancelled' })).fact('thread.followed'),
  ).toMatchObject({ status: 'done', outcome: 'cancelled' });
});

test('a second stop follows the same run and does not cancel it again', () => {
  runningStatus().when(said('T2', 'stop')).when(said('T3', 'stop')).thenNamed('turn.routed', 'run.requested');
});

test('an override of an open question closes its thread', () => {
  const closed = asked().when(said('T2', 'forget it'));
  closed.thenNamed('turn.routed', 'thread.followed', 'run.requested');
  expect(closed.fact('thread.followed')).toMatchObject({ threadId: 'T1', status: 'done', outcome: 'cancelled' });
  expect(closed.fact('run.requested')).toMatchObject({ purpose: 'respond', copy: 'cancelled', threadId: 'T1' });
  expect(closed.state.threads).toEqual([]);
});

test('an override while the intent is still asked for ends that turn, and the late answer changes nothing', () => {
  const overtaken = chat().when(said('T1', 'Where is my order 1002?')).when(said('T2', 'stop'));
  overtaken.thenNamed('turn.routed', 'run.requested', 'thread.followed', 'run.requested');
  expect(overtaken.decided[1]).toMatchObject({
    data: { requestId: 'T1', messageId: 'm-T1', threadId: 'T1', purpose: 'cancelled', sessionId: 'chat' },
  });
  expect(overtaken.decided[3]).toMatchObject({ data: { requestId: 'T2', purpose: 'respond', copy: 'cancelled' } });
  overtaken.when(proposed('T1', 'order_status')).thenIgnored('intent_not_asked');
});

test('an override with a request of its own ends the work and goes on with the request', () => {
  const replaced = runningStatus().when(said('T2', 'stop, refund order 1003'));
  replaced.thenNamed('turn.routed', 'run.cancel_requested', 'thread.opened', 'intent.requested');
  expect(replaced.fact('intent.requested')).toMatchObject({ requestId: 'T2', text: 'refund order 1003' });
  asked()
    .when(said('T2', 'actually, refund order 1003'))
    .thenNamed('turn.routed', 'thread.followed', 'thread.opened', 'intent.requested');
  chat()
    .when(said('T1', 'where is my order?'))
    .when(said('T2', 'stop, refund order 1003'))
    .thenNamed('turn.routed', 'run.requested', 'thread.followed', 'thread.opened', 'intent.requested');
});

test('a correction runs the same thread again and cancels the run it replaces', () => {
  const corrected = runningStatus().when(said('T2', 'no wait, make it 1003'));
  corrected.thenNamed('turn.routed', 'run.cancel_requested', 'run.requested');
  expect(corrected.fact('run.requested')).toMatchObject({
    requestId: 'T2',
    threadId: 'T1',
    purpose: 'template',
    args: { orderNumber: '1003' },
    replaces: 'T1',
  });
  corrected
    .when(completed('T1', 'T1', { status: 'cancelled' }))
    .thenIgnored('not_the_current_run')
    .when(completed('T2', 'T1'))
    .thenNamed('thread.followed');
});

test('with nothing to override, nothing is cancelled, and the rest of the text is routed', () => {
  expect(chat().when(said('T1', 'forget it')).fact('run.requested')).toMatchObject({
    purpose: 'respond',
    copy: 'nothing_to_cancel',
    threadId: null,
  });
  expect(chat().when(said('T1', 'actually, where is my order 1002?')).fact('intent.requested')).toMatchObject({
    text: 'where is my order 1002?',
  });
});

test.each([
  ['hi', 'greeting'],
  ['help', 'help'],
  ['thanks', 'thanks_reply'],
])('%p is answered with %s and changes nothing', (text, copy) => {
  const before = asked();
  const answered = before.when(said('T2', text));
  answered.thenNamed('turn.routed', 'run.requested');
  expect(answered.fact('turn.routed')).toMatchObject({ category: 'filler', threadId: 'T1' });
  expect(answered.fact('run.requested')).toMatchObject({ purpose: 'respond', copy, threadId: 'T1' });
  expect(answered.state.threads).toEqual(before.state.threads);
});

describe('something unknown', () => {
  const unknown = () =>
    chat()
      .when(said('T1', 'sing me a song'))
      .when(proposed('T1', null, {}, 0.2));

  test('CL-03 to CL-06: is classified as unknown and offers a person', () => {
    unknown().thenNamed('intent.proposed', 'intent.classified', 'run.requested');
    expect(unknown().fact('intent.classified')).toMatchObject({
      intentId: null,
      unknownIntent: true,
      rule: 'proposal_names_no_intent',
    });
    expect(unknown().fact('run.requested')).toMatchObject({
      purpose: 'clarify',
      copy: 'unknown_intent',
      fallback: true,
      question: HANDOFF,
      threadId: 'T1',
      intentId: null,
    });
  });

  test('a yes to the offer runs escalate on the same thread', () => {
    const wanted = unknown()
      .when(completed('T1', 'T1', { question: HANDOFF, fallback: true }))
      .when(said('T2', 'yes please'));
    wanted.thenNamed('turn.routed', 'run.requested');
    expect(wanted.fact('run.requested')).toMatchObject({
      purpose: 'template',
      intentId: 'escalate',
      template: 'escalate',
      threadId: 'T1',
      args: {},
    });
  });

  test('a no closes the thread', () => {
    const declined = unknown()
      .when(completed('T1', 'T1', { question: HANDOFF }))
      .when(said('T2', 'no thanks'));
    declined.thenNamed('turn.routed', 'thread.followed', 'run.requested');
    expect(declined.fact('run.requested')).toMatchObject({ purpose: 'respond', copy: 'rejected' });
    expect(declined.state.threads).toEqual([]);
  });

  test('a second one takes the place of the first offer', () => {
    const again = unknown()
      .when(completed('T1', 'T1', { question: HANDOFF }))
      .when(said('T2', 'recite a poem'))
      .when(notProposed('T2'));
    again.thenNamed(
      'intent.proposed',
      'turn.routed',
      'thread.opened',
      'intent.classified',
      'thread.followed',
      'run.requested',
    );
    expect(again.state.threads.map(({ threadId }) => threadId)).toEqual(['T2']);
  });
});

describe('a refund above the threshold', () => {
  test('makes the thread workflow_proposed with a question of yes or no (TH-04)', () => {
    expect(proposedRefund().fact('thread.followed')).toMatchObject({
      threadId: 'T1',
      runId: 'T1',
      status: 'workflow_proposed',
      actionId: 'T1.refund',
      binding: 'binding of T1.refund',
      question: { expectedType: 'yes_no' },
    });
  });

  test.each([
    ['yes', 'approve', 'approved'],
    ['no', 'reject', 'rejected'],
  ] as const)('%p is an approval given once, bound to what was shown', (text, decision, copy) => {
    const decided = proposedRefund().when(said('T2', text));
    decided.thenNamed('turn.routed', 'approval.given', 'thread.followed', 'run.requested');
    expect(decided.fact('approval.given')).toEqual({
      runId: 'T1',
      actionId: 'T1.refund',
      requestId: 'T2',
      decision,
      binding: 'binding of T1.refund',
      decidedAt: NOW,
    });
    expect(decided.fact('thread.followed')).toMatchObject({
      status: 'in_progress',
      question: null,
      actionId: null,
      binding: null,
    });
    expect(decided.fact('run.requested')).toMatchObject({ purpose: 'follow', follows: 'T1', copy, threadId: 'T1' });
    decided.when(suspended('T1', 'T1')).thenIgnored('proposal_already_taken');
    decided
      .when(completed('T1', 'T1'))
      .thenNamed('thread.followed')
      .when(said('T3', 'yes'))
      .thenNamed('turn.routed', 'run.requested');
  });

  test('two actions of one run are asked one after the other', () => {
    const both = proposedRefund().when(suspended('T1', 'T1', 'T1.second'));
    const first = both.when(said('T2', 'yes'));
    expect(first.fact('approval.given')).toMatchObject({ actionId: 'T1.refund' });
    expect(first.fact('thread.followed')).toMatchObject({
      status: 'workflow_proposed',
      actionId: 'T1.second',
      binding: 'binding of T1.second',
    });
    const second = first.when(said('T3', 'no'));
    expect(second.fact('approval.given')).toMatchObject({ actionId: 'T1.second', decision: 'reject' });
    expect(second.fact('thread.followed')).toMatchObject({ status: 'in_progress' });
  });

  test('is cancelled by an override', () => {
    const stopped = proposedRefund().when(said('T2', 'stop'));
    stopped.thenNamed('turn.routed', 'run.cancel_requested', 'run.requested');
    stopped.when(said('T3', 'yes')).thenNamed('turn.routed', 'run.requested');
    stopped.when(suspended('T1', 'T1', 'T1.other')).thenIgnored('run_is_ending');
    const undo = suspended('T1', 'T1', 'T1.match.undo');
    const asked = stopped.when({ ...undo, data: { ...undo.data, undoes: true } });
    asked.thenNamed('thread.followed');
    expect(asked.when(said('T4', 'yes')).fact('approval.given')).toMatchObject({ actionId: 'T1.match.undo' });
  });

  test('stays open while something else is asked', () => {
    const aside = proposedRefund()
      .when(said('T2', 'ok, where is my order 1002?'))
      .when(proposed('T2', 'order_status'))
      .when(completed('T2', 'T2'));
    expect(aside.when(said('T3', 'yes')).fact('approval.given')).toMatchObject({ actionId: 'T1.refund' });
  });
});
