import type { EventData, Fact } from '@arbiter/contracts';
import { actionBundle, actionPolicy } from '../fixtures/action-bundle';
import { policyVersionOf } from './state/policy-version';
import { ACTION, actionRequested, approvalGiven, cancelRequested } from '../fixtures/action-events';
import { honestActionDecider } from '../fixtures/provenance';
import { look, segmentStory } from '../fixtures/segment-story';
import { shopTools } from '../fixtures/shop-tools';
import { contextOf, given } from '../specification';
import { actionDecider, artifactsOfAction, streamsForAction } from './action-decider';
import type { EffectFinished } from './action-inputs';

const LARGE = { orderNumber: '1003', amount: 60 };
const story = (bundle = actionBundle()) => given(honestActionDecider, contextOf(bundle)).facts();
const suspended = () => story().when(actionRequested({ args: LARGE }));
const PLACE = { name: 'place.granted', attempt: 1 } as const;
const dispatched = () => story().when(actionRequested()).when(PLACE);
const timersOf = (facts: readonly Fact[]) => facts.flatMap((fact) => actionDecider.due?.(fact) ?? []);
const effect = (outcome: EffectFinished['outcome'], attempt = 1): EffectFinished => ({
  name: 'effect.finished',
  attempt,
  outcome,
  draw: 0.5,
});
const transient = effect({
  kind: 'transient',
  code: 'rate_limited',
  reason: 'the vendor answered 429',
  retryAfterMilliseconds: null,
});

describe('an action that is requested', () => {
  it('is refused with the check that said no, and nothing is sent', () => {
    const { history } = story()
      .when(actionRequested({ scope: { allowed: {} } }))
      .then({
        name: 'action.denied',
        data: {
          ...ACTION,
          tool: 'shop.refund.create',
          code: 'scope_missing',
          reason: expect.stringContaining('no capability scope'),
          checks: {
            allowed: false,
            rule: 'scope_given',
            reasons: [expect.any(String)],
            riskClass: 'record_mutation',
            consent: 'clear',
            policyVersion: policyVersionOf(actionPolicy()),
          },
        },
      } as Fact);
    expect(timersOf(history)).toEqual([]);
  });

  it('is dispatched with a key, a deadline and a timer for the case that no outcome is reported', () => {
    const data = dispatched().thenNamed('action.dispatched').fact('action.dispatched');
    expect(data).toMatchObject({
      ...ACTION,
      attempt: 1,
      idempotencyKey: actionRequested().data.idempotencyKey,
      artifacts: 'bundle-1',
      planHash: actionRequested().data.planHash,
      sendBy: '2026-03-02T10:00:06.000Z',
      keyExpiresAt: '2026-03-03T10:00:00.000Z',
      request: { args: { orderNumber: '1003', amount: 20 }, call: { path: '/refunds' } },
    });
    expect(timersOf(dispatched().decided)).toEqual([
      { key: 'send', at: '2026-03-02T10:00:09.000Z' },
      { key: 'place', at: null },
    ]);
  });

  it('a tool that is probed has the time of three calls', () => {
    expect(
      story()
        .when(actionRequested({ tool: 'shop.refund_etag.create' }))
        .when(PLACE)
        .fact('action.dispatched'),
    ).toMatchObject({ sendBy: '2026-03-02T10:00:16.000Z', keyExpiresAt: null });
  });

  it('is suspended when a person has to decide, bound to what was shown', () => {
    const data = suspended().thenNamed('action.suspended').fact('action.suspended');
    expect(data).toMatchObject({
      ...ACTION,
      question: 'approval_question',
      expiresAt: '2026-03-02T10:15:00.000Z',
      binding: expect.stringMatching(/^[0-9a-f]{64}$/),
      request: { args: LARGE, scope: { allowed: { shop: expect.any(Array) } }, call: { path: '/refunds' } },
    });
    expect(timersOf(suspended().history)).toEqual([{ key: 'expiry', at: '2026-03-02T10:15:00.000Z' }]);
  });

  it('a second request changes nothing, whatever became of the first', () => {
    for (const first of [
      suspended(),
      dispatched(),
      story().when(actionRequested({ tool: 'shop.nothing' })),
      story().when(cancelRequested()),
    ])
      first.when(actionRequested()).thenIgnored('already_taken_in');
  });

  it('concerns the stream that is named after it', () => {
    expect(streamsForAction(actionRequested())).toEqual(['action-shop-run-1.refund']);
  });

  it('that is a read is queued like any other: a read is carried out as part of a segment', () => {
    const asked = actionRequested({ tool: 'shop.order.get', args: { orderNumber: '1003' } });
    expect(story().when(asked).thenNamed('action.queued').fact('action.queued')).toMatchObject({
      attempt: 1,
      checks: { allowed: true, riskClass: 'read' },
    });
  });

  it('is decided by the artifacts its run is pinned to, an approval by the active ones, an attempt by its own', () => {
    const { state } = dispatched();
    expect([
      artifactsOfAction(actionDecider.initial(), actionRequested({ artifacts: 'pinned' })),
      artifactsOfAction(actionDecider.initial(), {
        name: 'segment.read',
        segment: segmentStory([look('a')]).segment(undefined, { artifacts: 'pinned' }),
        reads: [],
        isWithdrawn: false,
      }),
      artifactsOfAction(suspended().state, approvalGiven('b')),
      artifactsOfAction(state, { name: 'due', key: 'send' }),
    ]).toEqual(['pinned', 'pinned', null, 'bundle-1']);
  });
});

describe('a read', () => {
  it('that waited for an approval is queued like any action', () => {
    const bundle = actionBundle({ policy: actionPolicy({ risk: [{ tool: 'shop.order.get', kind: 'suspend' }] }) });
    const asked = story(bundle).when(actionRequested({ tool: 'shop.order.get', args: { orderNumber: '1003' } }));
    asked.when(approvalGiven(asked.fact('action.suspended').binding)).thenNamed('action.approved', 'action.queued');
  });
});

describe('an approval', () => {
  const bindingOf = (
    args: object = LARGE,
    changes: Partial<EventData<'action.requested'>> = {},
    bundle = actionBundle(),
  ) =>
    story(bundle)
      .when(actionRequested({ args: args as never, ...changes }))
      .fact('action.suspended').binding;
  const binding = bindingOf();

  it('is bound to plan, tool, arguments and policy, and not to the order of keys', () => {
    const others = [
      bindingOf({ ...LARGE, amount: 61 }),
      bindingOf(LARGE, { scope: { allowed: { shop: ['refunds.write'] } } }),
      bindingOf(LARGE, { tool: 'shop.refund_plain.create' }),
      bindingOf(LARGE, {}, actionBundle({ policy: actionPolicy({ version: '1.0.1' }) })),
    ];
    expect(new Set([binding, ...others]).size).toBe(5);
    expect(bindingOf({ amount: 60, orderNumber: '1003' })).toBe(binding);
  });

  it('that fits sends the action once, by the checks of this moment', () => {
    const approved = suspended().when(approvalGiven(binding)).thenNamed('action.approved', 'action.queued');
    expect(approved.fact('action.approved').requestId).toBe('run-2');
    expect(approved.fact('action.queued')).toMatchObject({
      attempt: 1,
      checks: { allowed: true, rule: 'risk:suspend_unless_below_threshold' },
      request: { args: LARGE },
    });
    expect(timersOf(approved.decided)).toContainEqual({ key: 'expiry', at: null });
    approved.when(approvalGiven(binding)).thenIgnored('not_suspended');
    approved.when(approvalGiven(binding, 'reject')).thenIgnored('not_suspended');
  });

  it.each<[string, ReturnType<typeof actionBundle>]>([
    ['the policy has another version', actionBundle({ policy: actionPolicy({ version: '1.0.1' }) })],
    [
      'a rule of the policy was changed, whatever it calls itself',
      actionBundle({ policy: actionPolicy({ approvalExpirySeconds: actionPolicy().approvalExpirySeconds + 1 }) }),
    ],
    ['the policy now forbids it', actionBundle({ policy: actionPolicy({ rules: [] }) })],
    ['the tool is gone', actionBundle({ tools: [] })],
    [
      'the tool now sends something else',
      actionBundle({ tools: shopTools.map((tool) => ({ ...tool, request: { method: 'POST', path: '/elsewhere' } })) }),
    ],
  ])('no longer fits when %s', (_, bundle) => {
    const later = given(honestActionDecider, contextOf(bundle, { artifactsHash: 'bundle-2' })).facts(
      ...suspended().history,
    );
    expect(later.when(approvalGiven(binding)).thenNamed('action.rejected').fact('action.rejected').code).toBe(
      'approval_drift',
    );
  });

  it('for something else does not fit', () => {
    expect(
      suspended()
        .when(approvalGiven('0'.repeat(64)))
        .thenNamed('action.rejected')
        .fact('action.rejected').code,
    ).toBe('approval_drift');
  });

  it('still fits when the artifacts changed elsewhere', () => {
    const other = actionBundle({ copy: { ...actionBundle().copy, locale: 'de' } });
    const later = given(honestActionDecider, contextOf(other, { artifactsHash: 'bundle-2' })).facts(
      ...suspended().history,
    );
    expect(
      later.when(approvalGiven(binding)).thenNamed('action.approved', 'action.queued').fact('action.queued').artifacts,
    ).toBe('bundle-2');
  });

  it('comes too late after its time', () => {
    suspended()
      .at('2026-03-02T10:15:00.000Z')
      .when(approvalGiven(binding))
      .thenNamed('action.approved', 'action.queued');
    expect(
      suspended()
        .at('2026-03-02T10:15:00.001Z')
        .when(approvalGiven(binding))
        .thenNamed('action.rejected')
        .fact('action.rejected').code,
    ).toBe('approval_expired');
  });

  it('that no person gives expires with its timer, and cannot be given any more', () => {
    const expired = suspended().at('2026-03-02T10:15:00.000Z').when({ name: 'due', key: 'expiry' });
    expect(expired.thenNamed('action.rejected').fact('action.rejected').code).toBe('approval_expired');
    expired.when(approvalGiven(binding)).thenIgnored('not_suspended');
  });

  it('a no ends it, whatever it is bound to', () => {
    const no = suspended().when(approvalGiven('0'.repeat(64), 'reject'));
    expect(no.thenNamed('action.rejected').fact('action.rejected').code).toBe('rejected');
    expect(timersOf(no.decided)).toEqual([{ key: 'expiry', at: null }]);
    no.when(approvalGiven(binding)).thenIgnored('not_suspended');
  });

  it('is asked for no more once another conversation has done the same', () => {
    const done = suspended().when({ name: 'done.elsewhere' });
    expect(done.thenNamed('action.rejected').fact('action.rejected').code).toBe('done_elsewhere');
    expect(timersOf(done.decided)).toEqual([{ key: 'expiry', at: null }]);
    done.when(approvalGiven(binding)).thenIgnored('not_suspended');
    dispatched().when({ name: 'done.elsewhere' }).thenIgnored('not_suspended');
  });

  it('of what was never suspended changes nothing', () => {
    story().when(approvalGiven(binding)).thenIgnored('not_suspended');
    dispatched().when(approvalGiven(binding)).thenIgnored('not_suspended');
    dispatched().when({ name: 'due', key: 'expiry' }).thenIgnored('not_suspended');
  });

  it('of an erased customer no longer fits', () => {
    const [fact] = suspended().history as [Fact & { name: 'action.suspended' }];
    const erased = given(honestActionDecider, contextOf(actionBundle())).facts({
      ...fact,
      data: { ...fact.data, request: {} },
    });
    expect(erased.when(approvalGiven(binding)).fact('action.rejected').code).toBe('approval_drift');
  });
});

describe('a cancel', () => {
  it('that overtakes its action leaves a tombstone, and the action is never sent', () => {
    const tombstone = story().when(cancelRequested());
    tombstone.then({
      name: 'action.cancelled',
      data: { ...ACTION, tool: 'shop.refund.create', reason: 'cancelled_before_request' },
    });
    tombstone.when(actionRequested()).thenIgnored('already_taken_in');
  });

  it('ends what waits for an approval', () => {
    const binding = suspended().fact('action.suspended').binding;
    suspended()
      .when(cancelRequested())
      .thenNamed('action.cancelled')
      .when(approvalGiven(binding))
      .thenIgnored('not_suspended');
  });

  it('ends what waits for a retry without effect so far', () => {
    const cancelled = dispatched().when(transient).when(cancelRequested()).thenNamed('action.cancelled');
    expect(timersOf(cancelled.decided)).toContainEqual({ key: 'retry', at: null });
    cancelled.when({ name: 'due', key: 'retry' }).thenIgnored('not_waiting');
  });

  it('does not pretend that an open outcome did not happen', () => {
    const open = dispatched().when(effect({ kind: 'ambiguous', code: 'timed_out', reason: 'r' }));
    expect(open.when(cancelRequested()).fact('action.unknown').code).toBe('cancelled_unsettled');
  });

  it('of what is in flight waits for its outcome', () => {
    const late = dispatched().when(cancelRequested());
    late.thenIgnored('in_flight');
    late.when(effect({ kind: 'succeeded', result: { refundId: 'R-1' } })).thenNamed('action.succeeded');
  });

  it('of what is over changes nothing', () => {
    story().when(cancelRequested()).when(cancelRequested()).thenIgnored('already_finished');
  });
});

describe('an input that cannot be handled', () => {
  const skip = (facts: readonly Fact[], input: Parameters<NonNullable<typeof actionDecider.skip>>[1] = transient) =>
    actionDecider.skip?.(
      facts.reduce(actionDecider.evolve, actionDecider.initial()),
      input,
      'a cause',
      contextOf(actionBundle()),
    );

  it('fails an action that was not dispatched, so that the run learns of it', () => {
    const failure = {
      name: 'action.failed',
      data: expect.objectContaining({ ...ACTION, code: 'internal', reason: 'a cause' }),
    };
    expect(skip([], actionRequested())).toEqual([failure]);
    expect(skip(suspended().history)).toEqual([failure]);
    expect(skip(dispatched().when(transient).history)).toEqual([failure]);
  });

  it('leaves open what became of one that was, and keeps the cause to itself', () => {
    const open = [...dispatched().history];
    const unsettled = dispatched().when(effect({ kind: 'ambiguous', code: 'timed_out', reason: 'r' })).history;
    for (const facts of [open, unsettled]) {
      const skipped = skip(facts);
      expect(skipped).toEqual([{ name: 'action.unknown', data: expect.objectContaining({ code: 'internal' }) }]);
      expect(JSON.stringify(skipped)).not.toContain('a cause');
    }
  });

  it('adds nothing to what is over or never began', () => {
    expect(skip(story().when(cancelRequested()).history)).toEqual([]);
    expect(skip([], cancelRequested())).toEqual([]);
  });
});
