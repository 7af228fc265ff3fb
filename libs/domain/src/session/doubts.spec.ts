import { MAY_BE_DONE, type EventData } from '@arbiter/contracts';
import { completed, proposed, said } from '../fixtures/session-inputs';
import { shopBundle } from '../fixtures/shop-bundle';
import { contextOf, given, incoming } from '../specification';
import { sessionDecider } from './session-decider';

const UNSURE = { steps: [{ stepId: 'refund', title: 'Refund the order', status: 'unknown' as const }] };
const asking = (number: string) =>
  given(sessionDecider, contextOf(shopBundle))
    .facts()
    .when(said('T1', `refund order ${number}`))
    .when(proposed('T1', 'refund_order'));
const unsure = () =>
  asking('1003').when(completed('T1', 'T1', { status: 'error', reply: 'I do not know', header: UNSURE }));
const settled = (more: Partial<EventData<'run.settled'>> = {}) =>
  incoming('run.settled', {
    runId: 'T1',
    threadId: 'T1',
    sessionId: 'chat',
    channel: 'web',
    messageId: 'm-T1',
    locale: 'en',
    status: 'error',
    outcome: '✓ Refund the order',
    settledAt: '2026-03-02T10:01:00.000Z',
    ...more,
  });
const again = (story: ReturnType<typeof unsure>, text = 'refund order 1003') =>
  story.when(said('T2', text)).when(proposed('T2', 'refund_order')).fact('run.requested').consent;

describe('a deed that may have been done', () => {
  it('is asked about when the person asks for it again, however plainly', () => {
    expect(unsure().fact('thread.followed')).toMatchObject({ isUnsure: true });
    expect(again(unsure())).toMatchObject({ kind: 'asked', rule: MAY_BE_DONE });
  });

  it('is no other deed, and one that ended with a known outcome is none', () => {
    expect(again(unsure(), 'refund order 1004')).not.toMatchObject({ rule: MAY_BE_DONE });
    const failed = asking('1003').when(completed('T1', 'T1', { status: 'error', reply: 'no' }));
    expect(again(failed)).not.toMatchObject({ rule: MAY_BE_DONE });
  });

  it('is a plain deed again once it is known what became of it', () => {
    expect(again(unsure().when(settled()))).not.toMatchObject({ rule: MAY_BE_DONE });
    expect(again(unsure().when(settled({ isUnsure: true })))).toMatchObject({ rule: MAY_BE_DONE });
  });
});
