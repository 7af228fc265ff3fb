import { askingFor, completed, notProposed, proposed, said, suspended } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';
import { MAXIMUM_THREADS } from './open-request';
import { MAXIMUM_QUEUED } from './queue';

const queueing = contextOf({ ...shopBundle, conversation: { newRequest: 'queue', mostQuestions: 3 } });
const chat = (context = queueing) => given(sessionDecider, context).facts();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Order 1002 is looked up while a refund is asked for. */
const queued = (context = queueing) =>
  chat(context)
    .when(said('T1', 'Where is my order 1002?'))
    .when(proposed('T1', 'order_status'))
    .when(said('T2', 'refund order 1003'))
    .when(proposed('T2', 'refund_order'));

test('RT-08, C22: under the policy "switch" a new request begins at once, whatever else is being worked on', () => {
  const both = queued(contextOf(shopBundle));
  expect(both.fact('run.requested')).toMatchObject({ requestId: 'T2', purpose: 'template', template: 'refund_order' });
  expect(both.state.threads.map(({ phase }) => phase)).toEqual(['running', 'running']);
});

describe('RT-08: under the policy "queue"', () => {
  test('a new request waits while another is worked on, and is told so at once', () => {
    const waits = queued();
    waits.thenNamed(
      'intent.proposed',
      'turn.routed',
      'thread.opened',
      'intent.classified',
      'thread.queued',
      'run.requested',
    );
    expect(waits.fact('thread.queued')).toEqual({
      threadId: 'T2',
      requestId: 'T2',
      sessionId: 'chat',
      channel: 'web',
      messageId: 'm-T2',
      locale: 'en',
      intentId: 'refund_order',
      template: 'refund_order',
      args: { orderNumber: '1003' },
      consent: { kind: 'clear', rule: 'plainly_asked_for', requestId: 'T2' },
      position: 1,
    });
    expect(waits.fact('run.requested')).toMatchObject({
      requestId: 'T2',
      threadId: 'T2',
      purpose: 'respond',
      copy: 'queued',
      args: { title: 'refund order' },
    });
    expect(waits.state.queuedThreadIds).toEqual(['T2']);
  });

  test('the first in line goes on when the work ends, as a run of its own that quotes its message', () => {
    const goesOn = queued().when(completed('T1', 'T1'));
    goesOn.thenNamed('thread.followed', 'run.requested');
    const run = goesOn.fact('run.requested');
    expect(run).toMatchObject({
      threadId: 'T2',
      messageId: 'm-T2',
      purpose: 'template',
      template: 'refund_order',
      args: { orderNumber: '1003' },
      overtakes: [],
      delivery: { locale: 'en', anchor: 'not_recent', clears: null },
    });
    expect(run.requestId).toMatch(UUID);
    expect(queued().when(completed('T1', 'T1')).fact('run.requested').requestId).toBe(run.requestId);
    expect(goesOn.state.queuedThreadIds).toEqual([]);
    expect(goesOn.when(completed(run.requestId, 'T2')).fact('thread.followed')).toMatchObject({
      threadId: 'T2',
      status: 'done',
    });
  });

  test('CP-12: what its message wished of models waits with it', () => {
    const waits = chat()
      .when(said('T1', 'Where is my order 1002?'))
      .when(proposed('T1', 'order_status'))
      .when(said('T2', 'refund order 1003', { tier: 'A' }))
      .when(proposed('T2', 'refund_order'));
    expect(waits.when(completed('T1', 'T1')).fact('run.requested').delivery).toMatchObject({ tier: 'A' });
  });

  test('those in line go on one after the other', () => {
    const three = queued()
      .when(said('T3', 'Open a support ticket: the lid is loose'))
      .when(proposed('T3', 'create_ticket'));
    expect(three.fact('thread.queued')).toMatchObject({ position: 2 });
    const second = three.when(completed('T1', 'T1'));
    expect(second.fact('run.requested')).toMatchObject({ threadId: 'T2' });
    const third = second.when(completed(second.fact('run.requested').requestId, 'T2'));
    expect(third.fact('run.requested')).toMatchObject({ threadId: 'T3' });
    expect(third.fact('run.requested').requestId).not.toBe(second.fact('run.requested').requestId);
  });

  test('work that only asks holds up no other work', () => {
    const asks = chat()
      .when(said('T1', 'Where is my order?'))
      .when(proposed('T1', 'order_status'))
      .when(completed('T1', 'T1', { question: askingFor('orderNumber') }));
    expect(
      asks.when(said('T2', 'refund order 1003')).when(proposed('T2', 'refund_order')).fact('run.requested'),
    ).toMatchObject({ purpose: 'template' });
    const proposes = queued().when(suspended('T1', 'T1'));
    expect(proposes.fact('run.requested')).toMatchObject({ threadId: 'T2', purpose: 'template' });
  });

  test('the request that came first begins first, although its intent is known later', () => {
    const both = chat().when(said('T1', 'Where is my order 1002?')).when(said('T2', 'refund order 1003'));
    const second = both.when(proposed('T2', 'refund_order'));
    expect(second.fact('run.requested')).toMatchObject({ copy: 'queued' });
    const first = second.when(proposed('T1', 'order_status'));
    first.thenNamed('intent.proposed', 'intent.classified', 'run.requested');
    expect(first.fact('run.requested')).toMatchObject({ threadId: 'T1', purpose: 'template' });
  });

  test('a message that is not understood is asked about at once', () => {
    const unknown = chat()
      .when(said('T1', 'Where is my order 1002?'))
      .when(proposed('T1', 'order_status'))
      .when(said('T2', 'sing me a song'))
      .when(notProposed('T2'));
    expect(unknown.fact('run.requested')).toMatchObject({ purpose: 'clarify' });
  });

  test('the line has an end', () => {
    let story = chat().when(said('T0', 'Where is my order 1002?')).when(proposed('T0', 'order_status'));
    for (let index = 1; index <= MAXIMUM_QUEUED; index += 1)
      story = story.when(said(`T${index}`, `refund order ${1100 + index}`)).when(proposed(`T${index}`, 'refund_order'));
    expect(story.fact('thread.queued')).toMatchObject({ position: MAXIMUM_QUEUED });
    const full = story.when(said('T99', 'refund order 1999')).when(proposed('T99', 'refund_order'));
    full.thenNamed(
      'intent.proposed',
      'turn.routed',
      'thread.opened',
      'intent.classified',
      'thread.followed',
      'run.requested',
    );
    expect(full.fact('run.requested')).toMatchObject({ copy: 'queue_full' });
    expect(full.state.threads).toHaveLength(MAXIMUM_QUEUED + 1);
  });

  test('a stop ends what is worked on, and the next in line goes on when it has ended', () => {
    const stopped = queued().when(said('T3', 'stop'));
    stopped.thenNamed('turn.routed', 'run.cancel_requested', 'run.requested');
    expect(stopped.fact('run.cancel_requested')).toMatchObject({ runId: 'T1' });
    expect(stopped.when(completed('T1', 'T1', { status: 'cancelled' })).fact('run.requested')).toMatchObject({
      threadId: 'T2',
      purpose: 'template',
    });
  });

  test.each(['stop the refund', 'cancel the second one', 'never mind the refund'])(
    '%p takes it out of the line',
    (text) => {
      const left = queued().when(said('T3', text));
      left.thenNamed('turn.routed', 'thread.followed', 'run.requested');
      expect(left.fact('turn.routed')).toMatchObject({
        category: 'override',
        rule: 'override_leaves_queue',
        threadId: 'T2',
      });
      expect(left.state).toMatchObject({ queuedThreadIds: [], threads: [{ threadId: 'T1', phase: 'running' }] });
      left.when(completed('T1', 'T1')).thenNamed('thread.followed');
    },
  );

  test('RT-06: a nudge speaks of the work, and of the line when that is meant', () => {
    expect(queued().when(said('T3', 'any luck?')).fact('run.requested')).toMatchObject({
      copy: 'nudge_in_progress',
      threadId: 'T1',
    });
    expect(queued().when(said('T3', 'any news on the refund?')).fact('run.requested')).toMatchObject({
      copy: 'nudge_queued',
      threadId: 'T2',
      args: { title: 'refund order' },
    });
    expect(
      queued()
        .when(said('T3', 'any luck?', { replyToRequestId: 'T2' }))
        .fact('run.requested'),
    ).toMatchObject({ copy: 'nudge_queued', threadId: 'T2' });
  });
});

test('a session has only so many open topics; where none can give way, nothing more is begun', () => {
  let story = chat(contextOf(shopBundle));
  for (let index = 0; index < MAXIMUM_THREADS; index += 1)
    story = story.when(said(`T${index}`, `refund order ${1100 + index}`)).when(proposed(`T${index}`, 'refund_order'));
  const full = story.when(said('T999', 'refund order 1999')).when(proposed('T999', 'refund_order'));
  full.thenNamed('intent.proposed', 'turn.routed', 'run.requested');
  expect(full.fact('run.requested')).toMatchObject({ copy: 'queue_full' });
});
