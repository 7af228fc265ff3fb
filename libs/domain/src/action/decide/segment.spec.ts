import fc from 'fast-check';
import { isIgnored, stepOrigin, type Fact, type StepDefinition } from '@arbiter/contracts';
import { actionPolicy } from '../../fixtures/action-bundle';
import { look, payBack, segmentStory, toldApart } from '../../fixtures/segment-story';
import { stepsReadBy } from '../../plan';
import { incoming } from '../../specification';
import { actionDecider } from '../action-decider';
import type { SegmentRead } from '../action-inputs';
import type { EffectOutcome } from '../calls/effect-outcome';
import { policyVersionOf } from '../state/policy-version';
import { SegmentWalk } from './segment-walk';

type Story = ReturnType<typeof segmentStory>;
type Read = SegmentRead['reads'][number];

const found = (stepId: string, orderNumber = '1003'): Read => ({
  stepId,
  outcome: { kind: 'succeeded', result: { orderNumber, status: 'shipped' } },
  attempt: 1,
});
const GONE: EffectOutcome = { kind: 'permanent', code: 'not_found', reason: 'there is none' };
const missing = (stepId: string): Read => ({ stepId, outcome: GONE, attempt: 1 });

const walkOf = (story: Story, stepIds?: readonly string[]) => new SegmentWalk(story.segment(stepIds), story.context());
const names = (reads: readonly { readonly stepId: string }[]): string => reads.map(({ stepId }) => stepId).join(' ');
const endsOf = (facts: readonly Fact[]): string =>
  facts
    .flatMap((fact) =>
      fact.name === 'segment.returned' ? [] : [`${(fact.data as { stepId: string }).stepId} ${fact.name}`],
    )
    .join(', ');
const returnedOf = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.name === 'segment.returned' ? [fact.data] : []))[0];

function decided(story: Story, reads: readonly Read[], stepIds?: readonly string[]): readonly Fact[] {
  const input: SegmentRead = { name: 'segment.read', segment: story.segment(stepIds), reads, isWithdrawn: false };
  const decision = actionDecider.decide(actionDecider.initial(), input, story.context());
  if (isIgnored(decision)) throw new Error(decision.ignored);
  return decision.flatMap(toldApart);
}

describe('the way through a segment', () => {
  it('begins what waits for nothing side by side, and the rest when what it comes after has ended (1)', () => {
    const walk = walkOf(segmentStory([look('a'), look('b'), look('c', ['a', 'b'])]));
    expect(names(walk.next())).toBe('a b');
    expect(names(walk.next())).toBe('');
    walk.ended(found('b'));
    expect(names(walk.next())).toBe('');
    walk.ended(found('a'));
    expect(names(walk.next())).toBe('c');
  });

  it('takes values from what was read before, and the key from what the platform knows (EX-18)', () => {
    const walk = walkOf(segmentStory([look('a'), look('b', ['a'], { read: 'a' })]));
    const [first] = walk.next();
    walk.ended(found('a', '1007'));
    const [second] = walk.next();
    expect(first!.request.data).toMatchObject({
      actionId: 'run-1.a',
      args: { orderNumber: '1003' },
      threadId: 'thread-1',
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(second!.request.data).toMatchObject({ actionId: 'run-1.b', args: { orderNumber: '1007' } });
    expect(second!.effect).toMatchObject({ kind: 'call', call: { path: '/customers/C-1001/orders/1007' } });
  });

  it('names a step of a segment that is walked again by what it would do then, never by what it did before (EX-18)', () => {
    const story = segmentStory([look('a'), look('b', ['a'], { read: 'a' })]);
    const keyUpon = (segment: ReturnType<Story['segment']>, orderNumber: string): string => {
      const walk = new SegmentWalk(segment, story.context());
      walk.next();
      walk.ended(found('a', orderNumber));
      return walk.next()[0]!.request.data.idempotencyKey;
    };
    const walked = story.segment();
    const [one, other] = [keyUpon(walked, '1007'), keyUpon(walked, '1009')];
    expect([keyUpon(walked, '1007'), one, other]).toEqual([
      one,
      keyUpon(story.segment(), '1007'),
      keyUpon(story.segment(), '1009'),
    ]);
    expect(one).not.toBe(other);
  });

  it('begins nothing once a required step ended badly (2)', () => {
    const walk = walkOf(segmentStory([look('a'), look('b'), look('c', ['b'])]));
    walk.next();
    walk.ended(missing('a'));
    walk.ended(found('b'));
    expect(names(walk.next())).toBe('');
  });

  it('goes on after an optional one, but not with what needs its result', () => {
    const walk = walkOf(
      segmentStory([look('a', [], { optional: true }), look('b', ['a'], { read: 'a' }), look('c', ['a'])]),
    );
    walk.next();
    walk.ended(missing('a'));
    expect(names(walk.next())).toBe('c');
  });

  it('never begins what changes something, nor what has to wait for a person (3)', () => {
    expect(names(walkOf(segmentStory([look('a'), payBack('b')])).next())).toBe('a');
    expect(
      names(
        walkOf(
          segmentStory([look('a'), look('b')], {
            policy: actionPolicy({ risk: [{ tool: 'shop.order.get', kind: 'suspend' }] }),
          }),
        ).next(),
      ),
    ).toBe('');
  });
});

describe('a segment', () => {
  it('whose reads are through is decided at once: an end for each, with its own checks', () => {
    const facts = decided(segmentStory([look('a'), look('b', ['a'], { read: 'a' })]), [found('a'), found('b')]);
    expect(endsOf(facts)).toBe('a action.succeeded, b action.succeeded');
    expect(facts[1]!.data).toMatchObject({
      actionId: 'run-1.b',
      runId: 'run-1',
      tool: 'shop.order.get',
      attempt: 1,
      recovered: false,
      checks: { allowed: true, riskClass: 'read' },
    });
    expect(returnedOf(facts)).toBeUndefined();
  });

  it.each([
    { kind: 'transient', code: 'vendor_unavailable', reason: 'r', retryAfterMilliseconds: null } as const,
    { kind: 'permanent', code: 'not_found', reason: 'r' } as const,
    { kind: 'ambiguous', code: 'timed_out', reason: 'r' } as const,
  ])('whose one read ended as $kind says that it failed, and never that it is unknown', (outcome) => {
    const [fact, ...others] = decided(segmentStory([look('a')]), [{ stepId: 'a', outcome, attempt: 2 }]);
    expect(others).toEqual([]);
    expect(fact).toMatchObject({
      name: 'action.failed',
      data: {
        actionId: 'run-1.a',
        tool: 'shop.order.get',
        attempt: 2,
        code: outcome.code,
        checks: { allowed: true },
        completedAt: '2026-03-02T10:00:00.000Z',
      },
    });
  });

  it('says of one read what it brought, with the checks that let it pass, and sets no timer', () => {
    const story = segmentStory([look('a')]);
    const facts = decided(story, [{ ...found('a'), attempt: 2 }]);
    const { policy } = story.bundle;
    expect(facts).toEqual([
      {
        name: 'action.succeeded',
        data: {
          actionId: 'run-1.a',
          runId: 'run-1',
          stepId: 'a',
          origin: stepOrigin('a'),
          tool: 'shop.order.get',
          attempt: 2,
          completedAt: '2026-03-02T10:00:00.000Z',
          checks: {
            allowed: true,
            rule: 'policy:reads',
            reasons: [expect.any(String)],
            riskClass: 'read',
            consent: 'clear',
            policyVersion: policyVersionOf(policy),
          },
          result: { orderNumber: '1003', status: 'shipped' },
          recovered: false,
        },
      },
    ]);
    expect(facts.flatMap((fact) => actionDecider.due?.(fact) ?? [])).toEqual([]);
  });

  it('refuses a read whose arguments do not fit, whatever it brought', () => {
    const args = { orderNumber: { value: '1' } };
    const [fact] = decided(segmentStory([look('a', [], { args })]), [found('a')]);
    expect(fact).toMatchObject({ name: 'action.denied', data: { stepId: 'a', code: 'invalid_args' } });
  });

  it('names a read that was refused before by how often it was asked for (EX-23)', () => {
    const story = segmentStory([look('a')]);
    const { steps } = story.segment().data;
    const segment = story.segment(undefined, { steps: steps.map((step) => ({ ...step, asked: 2 })) });
    const input: SegmentRead = { name: 'segment.read', segment, reads: [found('a')], isWithdrawn: false };
    const facts = actionDecider.decide(actionDecider.initial(), input, story.context()) as readonly Fact[];
    expect(facts[0]).toMatchObject({ name: 'segment.ended', data: { ends: [{ stepId: 'a', asked: 2 }] } });
    const end = { actionId: 'run-1.a.2', origin: stepOrigin('a', 2) };
    expect(facts.flatMap(toldApart)).toMatchObject([{ name: 'action.succeeded', data: end }]);
  });

  it('hands back what a failure leaves undone (EX-06)', () => {
    const facts = decided(segmentStory([look('a'), look('b', ['a']), look('c', ['b'])]), [found('a'), missing('b')]);
    expect(endsOf(facts)).toBe('a action.succeeded, b action.failed');
    expect(returnedOf(facts)).toEqual({ segmentId: 'run-1.1', runId: 'run-1', stepIds: ['c'] });
  });

  it('hands back what takes longer, and what comes after it', () => {
    const facts = decided(segmentStory([look('a'), look('slow'), look('c', ['slow'])]), [found('a')]);
    expect(returnedOf(facts)).toMatchObject({ stepIds: ['slow', 'c'] });
  });

  it('hands back what is no read, and what waits for a person', () => {
    expect(returnedOf(decided(segmentStory([look('a'), payBack('b')]), [found('a')]))).toMatchObject({
      stepIds: ['b'],
    });
    const risk = [{ tool: 'shop.order.get', kind: 'suspend' as const }];
    const facts = decided(segmentStory([look('a')], { policy: actionPolicy({ risk }) }), [found('a')]);
    expect(facts).toMatchObject([{ name: 'segment.returned', data: { stepIds: ['a'] } }]);
  });

  it('refuses what may not be done, as one by itself is refused (AG-06)', () => {
    const facts = decided(segmentStory([look('a'), look('b', ['a'])], { policy: actionPolicy({ rules: [] }) }), []);
    expect(facts[0]).toMatchObject({
      name: 'action.denied',
      data: { stepId: 'a', code: 'policy_missing', checks: { allowed: false } },
    });
    expect(returnedOf(facts)).toMatchObject({ stepIds: ['b'] });
  });

  it('of another plan than the log holds is refused, and without one every step comes back (AG-13)', () => {
    const story = segmentStory([look('a'), look('b', ['a'])]);
    const input: SegmentRead = {
      name: 'segment.read',
      segment: story.segment(undefined, { planHash: 'f'.repeat(64) }),
      reads: [found('a'), found('b')],
      isWithdrawn: false,
    };
    const forged = actionDecider.decide(actionDecider.initial(), input, story.context()) as readonly Fact[];
    expect(forged[0]).toMatchObject({ name: 'action.denied', data: { stepId: 'a', code: 'plan_mismatch' } });
    expect(endsOf(forged)).toBe('a action.denied');
    const unknown = actionDecider.decide(actionDecider.initial(), input, {
      ...story.context(),
      provenance: null,
    }) as readonly Fact[];
    expect(unknown).toMatchObject([{ name: 'segment.returned', data: { stepIds: ['a', 'b'] } }]);
  });

  it('believes no outcome of a step that was not its turn', () => {
    const facts = decided(segmentStory([look('a'), look('b', ['a'])]), [found('b')]);
    expect(endsOf(facts)).toBe('');
    expect(returnedOf(facts)).toMatchObject({ stepIds: ['a', 'b'] });
  });

  it('is decided once: a cancel before it leaves a tombstone, and one after it changes nothing (EX-20)', () => {
    const story = segmentStory([look('a'), look('b', ['a'])]);
    const read: SegmentRead = {
      name: 'segment.read',
      segment: story.segment(),
      reads: [found('a'), found('b')],
      isWithdrawn: false,
    };
    const cancel = incoming('segment.cancel_requested', { segmentId: 'run-1.1', runId: 'run-1', stepIds: ['a', 'b'] });
    const after = (facts: readonly Fact[]) => facts.reduce(actionDecider.evolve, actionDecider.initial());
    const tombstone = actionDecider.decide(actionDecider.initial(), cancel, story.context()) as readonly Fact[];
    expect(tombstone).toEqual([
      { name: 'segment.returned', data: { segmentId: 'run-1.1', runId: 'run-1', stepIds: ['a', 'b'] } },
    ]);
    for (const late of [read, story.segment()])
      expect(actionDecider.decide(after(tombstone), late, story.context())).toEqual({ ignored: 'already_taken_in' });
    const done = after(decided(story, [found('a'), found('b')]));
    expect(actionDecider.decide(done, cancel, story.context())).toEqual({ ignored: 'already_finished' });
    expect(actionDecider.decide(done, read, story.context())).toEqual({ ignored: 'already_taken_in' });
  });

  it('that cannot be handled comes back, every step of it', () => {
    const story = segmentStory([look('a'), look('b')]);
    const whole = [
      {
        name: 'segment.returned',
        data: { segmentId: 'run-1.1', runId: 'run-1', stepIds: ['a', 'b'] },
      },
    ];
    expect(actionDecider.decide(actionDecider.initial(), story.segment(), story.context())).toEqual(whole);
    expect(actionDecider.skip!(actionDecider.initial(), story.segment(), 'it broke', story.context())).toEqual(whole);
  });
});

describe('reads that ended', () => {
  const decidedTogether = (story: Story, reads: readonly Read[]): readonly Fact[] =>
    actionDecider.decide(
      actionDecider.initial(),
      { name: 'segment.read', segment: story.segment(), reads, isWithdrawn: false },
      story.context(),
    ) as readonly Fact[];

  it('are told by one fact, each as it would be by itself', () => {
    const story = segmentStory([look('a'), look('b'), look('c', ['a'])]);
    const reads = [found('a'), missing('b')];
    const facts = decidedTogether(story, reads);
    expect(facts.map(({ name }) => name)).toEqual(['segment.ended', 'segment.returned']);
    expect(endsOf(facts.flatMap(toldApart))).toBe('a action.succeeded, b action.failed');
    expect(facts.flatMap(toldApart).map(({ data }) => data)).toMatchObject([
      { stepId: 'a', attempt: 1, checks: { allowed: true }, result: { orderNumber: '1003', status: 'shipped' } },
      { stepId: 'b', attempt: 1, checks: { allowed: true }, code: 'not_found', reason: 'there is none' },
      { stepIds: ['c'] },
    ]);
    expect(facts.reduce(actionDecider.evolve, actionDecider.initial())).toEqual({ status: 'finished' });
  });

  it('leave what was refused a fact of its own (AG-06)', () => {
    const story = segmentStory([look('a'), look('b', ['a'])], { policy: actionPolicy({ rules: [] }) });
    expect(decidedTogether(story, []).map(({ name }) => name)).toEqual(['action.denied', 'segment.returned']);
  });

  it('are told by several facts where there are many, none left out', () => {
    const steps = Array.from({ length: 70 }, (_, index) => look(`s${index}`));
    const reads = steps.map(({ id }) => found(id));
    const facts = decidedTogether(segmentStory(steps), reads);
    expect(facts.map((fact) => (fact.name === 'segment.ended' ? fact.data.ends.length : fact.name))).toEqual([
      32, 32, 6,
    ]);
    expect(endsOf(facts.flatMap(toldApart))).toBe(steps.map(({ id }) => `${id} action.succeeded`).join(', '));
  });

  it('begin the action that they lead to last of all', () => {
    const story = segmentStory([look('a'), payBack('b', ['a'])]);
    const segment = story.segment(undefined, { segmentId: 'run-1.b' });
    const context = { ...story.context(), stream: 'action-shop-run-1.b' };
    const input: SegmentRead = { name: 'segment.read', segment, reads: [found('a')], isWithdrawn: false };
    const facts = actionDecider.decide(actionDecider.initial(), input, context) as readonly Fact[];
    expect(facts.map(({ name }) => name)).toEqual(['segment.ended', 'action.queued']);
    expect(facts.reduce(actionDecider.evolve, actionDecider.initial())).toMatchObject({ status: 'queued' });
  });
});

/** A look that comes after some of those before it; now and then an optional one, or one that changes something. */
const anyStep = (index: number): fc.Arbitrary<StepDefinition> =>
  fc
    .record({
      before: fc.subarray(Array.from({ length: index }, (_, earlier) => `s${earlier}`)),
      optional: fc.boolean(),
      acts: fc.nat({ max: 5 }),
      reads: fc.boolean(),
    })
    .map(({ before, optional, acts, reads }) =>
      acts === 0
        ? payBack(`s${index}`, before)
        : look(`s${index}`, before, { optional, ...(reads && before[0] ? { read: before[0] } : {}) }),
    );

const anySteps = fc
  .integer({ min: 2, max: 7 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyStep(index))));

describe('whatever the plan, and in whatever order its reads end,', () => {
  const drawn = fc.record({
    steps: anySteps,
    order: fc.array(fc.nat({ max: 20 }), { minLength: 20, maxLength: 20 }),
    stop: fc.nat({ max: 12 }),
  });

  /** Carries a segment out; some number decides which read ends next and how, and when it stops. */
  function carriedOut(story: Story, order: readonly number[], stop: number) {
    const walk = walkOf(story);
    const open = [...walk.next()];
    const begun = open.map(({ stepId }) => ({ stepId, after: [] as readonly string[] }));
    const reads: Read[] = [];
    for (let turn = 0; open.length > 0 && turn < stop; turn += 1) {
      const { stepId } = open.splice(order[turn]! % open.length, 1)[0]!;
      const read = order[turn]! % 5 === 0 ? missing(stepId) : found(stepId);
      reads.push(read);
      walk.ended(read);
      const next = walk.next();
      open.push(...next);
      begun.push(...next.map((one) => ({ stepId: one.stepId, after: reads.map((known) => known.stepId) })));
    }
    return { reads, begun };
  }

  it('each step begins once at most, after what it depends on, and no write begins (1, 3)', () => {
    fc.assert(
      fc.property(drawn, ({ steps, order, stop }) => {
        const story = segmentStory(steps);
        const { begun, reads } = carriedOut(story, order, stop);
        expect(new Set(begun.map(({ stepId }) => stepId)).size).toBe(begun.length);
        for (const { stepId, after } of begun) {
          const step = story.plan.steps.find(({ id }) => id === stepId)!;
          expect(step.tool).toBe('shop.order.get');
          expect(step.dependsOn.filter((id) => !after.includes(id) && !isLeftOut(story, id, reads))).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('each step has one end or comes back, and what was read has its end', () => {
    fc.assert(
      fc.property(drawn, ({ steps, order, stop }) => {
        const story = segmentStory(steps);
        const { reads } = carriedOut(story, order, stop);
        const facts = decided(story, reads);
        const ended = facts.flatMap((fact) => ('stepId' in fact.data ? [fact.data.stepId] : []));
        const back = returnedOf(facts);
        expect([...ended, ...(back?.stepIds ?? [])].toSorted()).toEqual(
          story.plan.steps.map(({ id }) => id).toSorted(),
        );
        expect(
          facts.flatMap((fact) =>
            fact.name === 'action.succeeded' || fact.name === 'action.failed' ? [fact.data.stepId] : [],
          ),
        ).toEqual(reads.map(({ stepId }) => stepId));
        if (reads.length > 0) expect(ended.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});

/** Without the result it needs a step never begins, and no step waits for it. */
function isLeftOut(story: Story, stepId: string, reads: readonly Read[]): boolean {
  return stepsReadBy(story.plan.steps.find(({ id }) => id === stepId)!.args).some(
    (needed) =>
      reads.some((read) => read.stepId === needed && read.outcome.kind !== 'succeeded') ||
      isLeftOut(story, needed, reads),
  );
}
