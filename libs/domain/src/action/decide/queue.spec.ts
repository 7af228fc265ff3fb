import type { Fact } from '@arbiter/contracts';
import { actionBundle } from '../../fixtures/action-bundle';
import { actionRequested, approvalGiven, cancelRequested } from '../../fixtures/action-events';
import { honestActionDecider } from '../../fixtures/provenance';
import { contextOf, given } from '../../specification';
import { actionDecider, artifactsOfAction } from '../action-decider';
import type { EffectFinished, PlaceGranted } from '../action-inputs';

const story = (bundle = actionBundle()) => given(honestActionDecider, contextOf(bundle)).facts();
const queued = () => story().when(actionRequested());
const place = (attempt: number): PlaceGranted => ({ name: 'place.granted', attempt });
const effect = (attempt: number, outcome: EffectFinished['outcome']): EffectFinished => ({
  name: 'effect.finished',
  attempt,
  outcome,
  draw: 0.5,
});
const timersOf = (facts: readonly Fact[]) => facts.flatMap((fact) => actionDecider.due?.(fact) ?? []);

const AMBIGUOUS = { kind: 'ambiguous', code: 'connection_lost', reason: 'the connection failed' } as const;
const TRANSIENT = {
  kind: 'transient',
  code: 'vendor_unavailable',
  reason: 'the vendor answered 503',
  retryAfterMilliseconds: null,
} as const;
const MISSED = { name: 'due', key: 'place' } as const;
const RETRY = { name: 'due', key: 'retry' } as const;
const SEND = { name: 'due', key: 'send' } as const;

describe('an action that waits for its place', () => {
  it('is not dispatched, holds its checks, and has a timer for the case that its place is lost', () => {
    expect(queued().thenNamed('action.queued').fact('action.queued')).toMatchObject({
      attempt: 1,
      tried: 0,
      unsettled: false,
      queuedAt: '2026-03-02T10:00:00.000Z',
      keyExpiresAt: null,
      checks: { allowed: true, rule: 'policy:refunds' },
      idempotencyKey: actionRequested().data.idempotencyKey,
      artifacts: 'bundle-1',
      request: { args: { orderNumber: '1003', amount: 20 }, call: { path: '/refunds' } },
    });
    expect(timersOf(queued().history)).toEqual([
      { key: 'place', at: '2026-03-02T10:00:05.000Z' },
      { key: 'send', at: null },
      { key: 'retry', at: null },
    ]);
    expect(artifactsOfAction(queued().state, place(1))).toBe('bundle-1');
  });

  it('is dispatched when it has it, once; its time to be sent in and that of its key begin then', () => {
    const later = queued().at('2026-03-02T10:01:00.000Z').when(place(1)).thenNamed('action.dispatched');
    expect(later.fact('action.dispatched')).toMatchObject({
      attempt: 1,
      sendBy: '2026-03-02T10:01:06.000Z',
      keyExpiresAt: '2026-03-03T10:01:00.000Z',
    });
    expect(timersOf(later.decided)).toEqual([
      { key: 'send', at: '2026-03-02T10:01:09.000Z' },
      { key: 'place', at: null },
    ]);
    later.when(place(1)).thenIgnored('not_queued');
    later.when(MISSED).thenIgnored('not_queued');
  });

  it('takes no place of another attempt', () => {
    queued().when(place(2)).thenIgnored('another_attempt');
    queued().when(place(1)).when(effect(1, TRANSIENT)).when(RETRY).when(place(1)).thenIgnored('another_attempt');
  });

  it('can be cancelled, and is never sent then', () => {
    const cancelled = queued().when(cancelRequested()).thenNamed('action.cancelled');
    expect(timersOf(cancelled.decided)).toContainEqual({ key: 'place', at: null });
    cancelled.when(place(1)).thenIgnored('not_queued');
    cancelled.when(MISSED).thenIgnored('not_queued');
  });

  it('that was cancelled after an open outcome does not pretend that it did not happen', () => {
    const open = queued().when(place(1)).when(effect(1, AMBIGUOUS)).when(RETRY).when(cancelRequested());
    expect(open.fact('action.unknown')).toMatchObject({ code: 'cancelled_unsettled', attempt: 1 });
    const recovered = queued().when(place(1)).at('2026-03-02T10:01:00.000Z').when(SEND).thenNamed('action.queued');
    expect(recovered.when(cancelRequested()).fact('action.unknown').code).toBe('cancelled_unsettled');
  });

  it('is ended by a late success of the attempt before, and by nothing that was never sent', () => {
    const second = queued().when(place(1)).when(effect(1, AMBIGUOUS)).when(RETRY);
    const done = second
      .when(effect(1, { kind: 'succeeded', result: { refundId: 'R-1' } }))
      .thenNamed('action.succeeded');
    expect(timersOf(done.decided)).toContainEqual({ key: 'place', at: null });
    second.when(effect(1, TRANSIENT)).thenIgnored('stale_attempt');
    second.when(effect(2, { kind: 'succeeded', result: {} })).thenIgnored('no_such_attempt');
  });

  it('takes no second approval', () => {
    const asked = story().when(actionRequested({ args: { orderNumber: '1003', amount: 60 } }));
    const { binding } = asked.fact('action.suspended');
    const approved = asked.when(approvalGiven(binding)).thenNamed('action.approved', 'action.queued');
    approved.when(approvalGiven(binding)).thenIgnored('not_suspended');
  });

  it('is taken up anew when its place was lost, as the same attempt, and looked at more rarely the longer it waits', () => {
    queued().at('2026-03-02T10:00:04.999Z').when(MISSED).thenIgnored('still_queued');
    const again = queued().at('2026-03-02T10:00:05.000Z').when(MISSED).thenNamed('action.queued');
    expect(again.fact('action.queued')).toMatchObject({
      attempt: 1,
      tried: 0,
      queuedAt: '2026-03-02T10:00:00.000Z',
      takeUpAt: '2026-03-02T10:00:10.000Z',
      checks: null,
    });
    expect(again.at('2026-03-02T10:01:00.000Z').when(MISSED).fact('action.queued').takeUpAt).toBe(
      '2026-03-02T10:02:00.000Z',
    );
    expect(again.at('2026-03-02T10:09:00.000Z').when(MISSED).fact('action.queued').takeUpAt).toBe(
      '2026-03-02T10:10:00.000Z',
    );
    again.when(place(1)).thenNamed('action.dispatched').when(place(1)).thenIgnored('not_queued');
  });

  it('fails without a try when it found none for too long, and is unknown only where an attempt before it is', () => {
    const late = '2026-03-02T10:20:00.000Z';
    expect(queued().at(late).when(MISSED).fact('action.failed')).toMatchObject({ code: 'rate_limited', attempt: 0 });
    expect(
      queued().when(place(1)).when(effect(1, TRANSIENT)).when(RETRY).at(late).when(MISSED).fact('action.failed'),
    ).toMatchObject({ code: 'rate_limited', attempt: 1 });
    expect(
      queued().when(place(1)).when(effect(1, AMBIGUOUS)).when(RETRY).at(late).when(MISSED).fact('action.unknown'),
    ).toMatchObject({ code: 'rate_limited', attempt: 1 });
  });
});
