import { upcast } from './upcast';

describe('old facts', () => {
  it('read as what they mean today: a turn of version 1 was written in English', () => {
    expect(upcast('turn.received', 1, 3, { text: 'hello' })).toEqual({
      locale: 'en',
      channelMetadata: {},
      text: 'hello',
    });
  });

  it('of a turn of version 2 have the language it was answered in, named or not (RT-17)', () => {
    expect(upcast('turn.received', 2, 3, { locale: 'en', text: 'hallo' })).toEqual({ locale: 'en', text: 'hallo' });
  });

  it('of an ask for an intent were about English texts, said shortly before the deadline', () => {
    expect(upcast('intent.requested', 1, 3, { deadline: '2026-01-01T00:00:00.000Z' })).toEqual({
      deadline: '2026-01-01T00:00:00.000Z',
      locale: 'en',
      replyToRequestId: null,
      partOf: null,
      receivedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(upcast('intent.proposed', 1, 2, {})).toEqual({ attempt: 1, attachment: null, retryAt: null });
  });

  it('of actions were checked before consent was, and runs replaced none', () => {
    expect(upcast('action.denied', 1, 2, { checks: { allowed: false } })).toEqual({
      checks: { consent: null, allowed: false },
    });
    expect(upcast('action.dispatched', 1, 2, { checks: null })).toEqual({ checks: null });
    expect(upcast('run.opened', 2, 3, {})).toEqual({ replaces: null });
    expect(upcast('plan.accepted', 2, 3, {})).toEqual({ replaces: null });
    expect(upcast('run.requested', 2, 3, { purpose: 'template', requestId: 'r1' })).toMatchObject({
      replaces: null,
      consent: { kind: 'asked' },
    });
  });

  it('of plans that were postponed said nowhere after how many pauses', () => {
    expect(upcast('plan.awaited', 1, 2, {})).toEqual({ pauses: null });
    expect(upcast('branch.paused', 1, 2, {})).toEqual({ pause: null });
    expect(upcast('branch.resumed', 1, 2, {})).toEqual({ actionId: null });
    expect(upcast('branch.continue_requested', 1, 2, { branchIds: ['b'] })).toEqual({
      branches: [{ branchId: 'b', pause: null }],
    });
    expect(upcast('plan.draft_requested', 2, 3, {})).toEqual({ pauses: null, question: 0 });
    expect(upcast('plan.draft_failed', 1, 2, { requestIds: ['r1'], reason: 'timed_out' })).toEqual({
      waiting: [{ requestId: 'r1', pauses: null }],
      reason: 'timed_out',
    });
  });

  it('of segments led to no action', () => {
    const data = { segmentId: 'run-1.1', runId: 'run-1', stepIds: ['a', 'b'] };
    expect(upcast('segment.requested', 1, 2, data)).toEqual(data);
    expect(upcast('segment.cancel_requested', 1, 2, data)).toEqual(data);
  });

  it('of the current version read as they stand', () => {
    const data = { locale: 'de', text: 'hallo' };
    expect(upcast('turn.received', 3, 3, data)).toBe(data);
  });

  it('whose version has no path to the present one are refused, naming the missing step', () => {
    expect(() => upcast('turn.routed', 1, 2, {})).toThrow('no upcaster takes turn.routed from version 1 to 2');
  });
});
