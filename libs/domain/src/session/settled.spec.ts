import type { EventData, Incoming } from '@arbiter/contracts';
import { completed, proposed, said, submitted } from '../fixtures/session-inputs';
import { shopBundle } from '../fixtures/shop-bundle';
import { contextOf, given, incoming } from '../specification';
import { sessionDecider, streamsForSession } from './session-decider';

const context = contextOf(shopBundle);
const chat = () => given(sessionDecider, context).facts();
const running = () => chat().when(said('T1', 'refund order 1003')).when(proposed('T1', 'refund_order'));
const abandoned = () =>
  running().when(completed('T1', 'T1', { status: 'error', code: 'timed_out', reply: 'nobody knows' }));

const settled = (more: Partial<EventData<'run.settled'>> = {}): Incoming<'run.settled'> =>
  incoming('run.settled', {
    runId: 'T1',
    threadId: 'T1',
    sessionId: 'chat',
    channel: 'web',
    messageId: 'm-T1',
    locale: 'de',
    status: 'error',
    outcome: '✓ Refund the order',
    settledAt: '2026-03-02T10:01:00.000Z',
    ...more,
  });

describe('an outcome that was unknown when its run ended', () => {
  test('each unknown step has a report of its own', () => {
    const ids = [undefined, ['a'], ['b']].map(
      (stepIds) =>
        abandoned()
          .when(settled(stepIds === undefined ? {} : { stepIds }))
          .fact('run.requested').requestId,
    );
    expect(new Set(ids).size).toBe(3);
  });

  it('is told by a run of its own, as a reply to the same message in the same language', () => {
    const followed = abandoned().when(settled()).thenNamed('run.requested', 'thread.followed');
    const { requestId, ...request } = followed.fact('run.requested');
    expect(request).toMatchObject({
      sessionId: 'chat',
      threadId: 'T1',
      channel: 'web',
      messageId: 'm-T1',
      purpose: 'respond',
      copy: 'late_outcome',
      args: { outcome: '✓ Refund the order' },
      delivery: { locale: 'de', anchor: 'not_recent', clears: null },
      overtakes: [],
      consent: null,
    });
    expect(requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    followed.when(settled()).thenIgnored('already_routed');
    followed.when(completed(requestId, 'T1')).thenIgnored('thread_not_open');
  });

  it('is what the topic has come to from then on', () => {
    const followed = abandoned().when(settled());
    expect(followed.fact('thread.followed')).toMatchObject({
      threadId: 'T1',
      runId: 'T1',
      status: 'failed',
      outcome: '✓ Refund the order',
    });
    expect(followed.state.lastOutcome).toMatchObject({ threadId: 'T1', outcome: '✓ Refund the order' });
    const asked = followed.when(said('T2', 'any luck?'));
    expect(asked.fact('run.requested')).toMatchObject({
      purpose: 'respond',
      copy: 'nudge_outcome',
      args: { outcome: '✓ Refund the order' },
    });
  });

  it('is what an earlier topic has come to as well, and changes no other', () => {
    const later = abandoned()
      .when(said('T2', 'refund order 1004'))
      .when(proposed('T2', 'refund_order'))
      .when(completed('T2', 'T2', { reply: 'the later one' }));
    const followed = later.when(settled());
    expect(followed.state).toMatchObject({
      lastOutcome: { threadId: 'T2', outcome: 'the later one' },
      earlierOutcomes: [{ threadId: 'T1', outcome: '✓ Refund the order' }],
    });
  });

  it('is heard after the end of its run, which is looked up first', () => {
    expect(sessionDecider.lookups?.(running().state, settled(), context)).toEqual(['run-shop-T1']);
    expect(streamsForSession(settled())).toEqual(['session-shop-chat.C-1001']);
  });

  it('is told of a run without a topic, of which nothing is remembered', () => {
    const followed = chat()
      .when(submitted('R1', 'refund_order', { orderNumber: '1003' }))
      .when(settled({ runId: 'R1', threadId: null, messageId: null, channel: 'api' }))
      .thenNamed('run.requested');
    expect(followed.fact('run.requested')).toMatchObject({
      channel: 'api',
      threadId: null,
      messageId: null,
      delivery: { anchor: null },
    });
  });

  it('is not told when there is nothing to tell', () => {
    abandoned()
      .when(settled({ outcome: '' }))
      .thenIgnored('nothing_to_tell');
  });
});
