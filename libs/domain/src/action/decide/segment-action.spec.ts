import {
  actionIdOf,
  isIgnored,
  stepOrigin,
  type EventData,
  type Fact,
  type Recorded,
  type StepDefinition,
} from '@arbiter/contracts';
import { actionPolicy } from '../../fixtures/action-bundle';
import { look, payBack, segmentStory, toldApart } from '../../fixtures/segment-story';
import { actionRequestOf, type ActingStep } from '../../run';
import { incoming } from '../../specification';
import { actionDecider } from '../action-decider';
import type { ActionInput, SegmentRead } from '../action-inputs';
import type { ActionState } from '../state/action-state';
import { SegmentWalk } from './segment-walk';

type Read = SegmentRead['reads'][number];
type Story = ReturnType<typeof segmentStory>;

const found = (stepId: string): Read => ({
  stepId,
  outcome: { kind: 'succeeded', result: { orderNumber: '1003', status: 'shipped' } },
  attempt: 1,
});
const missing = (stepId: string): Read => ({
  stepId,
  outcome: { kind: 'permanent', code: 'not_found', reason: 'there is none' },
  attempt: 1,
});

/** A story whose segment leads to its last step. */
const storyOf = (steps: readonly StepDefinition[], changes: Parameters<typeof segmentStory>[1] = {}) => {
  const story = segmentStory(steps, changes);
  const stepId = steps.at(-1)!.id;
  const segmentId = actionIdOf('run-1', stepOrigin(stepId));
  const segment = story.segment(undefined, { segmentId });
  const read = (reads: readonly Read[], isWithdrawn = false): SegmentRead => ({
    name: 'segment.read',
    segment,
    reads,
    isWithdrawn,
  });
  const cancel = (stepIds: string[]) =>
    incoming('segment.cancel_requested', {
      segmentId,
      runId: 'run-1',
      stepIds,
      tool: 'shop.refund.create',
      origin: stepOrigin('refund'),
    });
  return { ...story, segment, read, cancel };
};

function decided(story: Pick<Story, 'context'>, input: ActionInput, before: readonly Fact[] = []): readonly Fact[] {
  const decision = actionDecider.decide(after(before), input, story.context());
  if (isIgnored(decision)) throw new Error(decision.ignored);
  return decision.flatMap(toldApart);
}
const after = (facts: readonly Fact[]): ActionState => facts.reduce(actionDecider.evolve, actionDecider.initial());
const namesIn = (facts: readonly Fact[]): readonly string[] =>
  facts.map(({ name, data }) => ('stepId' in data ? `${data.stepId} ${name}` : name));

describe('a segment that leads to an action', () => {
  it('queues the action in the append that tells how its reads ended, last of all', () => {
    const story = storyOf([look('a'), look('b', ['a']), payBack('refund', ['b'])]);
    const facts = decided(story, story.read([found('a'), found('b')]));
    expect(namesIn(facts)).toEqual(['a action.succeeded', 'b action.succeeded', 'refund action.queued']);
    expect(facts[2]!.data).toMatchObject({
      actionId: 'run-1.refund',
      attempt: 1,
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      artifacts: 'bundle-1',
      checks: { allowed: true, riskClass: 'record_mutation' },
      request: { args: { orderNumber: '1003', amount: 5 } },
    });
    expect(after(facts)).toMatchObject({ status: 'queued', action: { actionId: 'run-1.refund' }, attempt: 1 });
  });

  it('does not wait for reads that it has nothing to do with; they come back', () => {
    const story = storyOf([look('a'), look('slow'), payBack('refund', ['a'])]);
    const facts = decided(story, story.read([found('a')]));
    expect(namesIn(facts)).toEqual(['a action.succeeded', 'segment.returned', 'refund action.queued']);
    expect(facts[1]!.data).toMatchObject({ stepIds: ['slow'] });
    expect(after(facts).status).toBe('queued');
  });

  it.each([
    ['a read that it comes after failed', [missing('a')], ['a action.failed']],
    ['another required read failed', [found('a'), missing('b')], ['a action.succeeded', 'b action.failed']],
  ])('hands the action back when %s (EX-06)', (_, reads, ends) => {
    const story = storyOf([look('a'), look('b'), payBack('refund', ['a'])]);
    const facts = decided(story, story.read(reads));
    const names = namesIn(facts);
    expect(names.slice(0, reads.length)).toEqual(ends);
    expect(facts.at(-1)).toMatchObject({
      name: 'segment.returned',
      data: { stepIds: expect.arrayContaining(['refund']) },
    });
    expect(names).not.toContain('refund action.queued');
  });

  it('hands the action back when what it comes after takes longer', () => {
    const story = storyOf([look('a'), look('slow', ['a']), payBack('refund', ['slow'])]);
    const facts = decided(story, story.read([found('a')]));
    expect(namesIn(facts)).toEqual(['a action.succeeded', 'segment.returned']);
    expect(facts[1]!.data).toMatchObject({ stepIds: ['slow', 'refund'] });
  });

  it('is awaited until the reads that the action comes after have ended, or one that is required ended badly', () => {
    const story = storyOf([look('a'), look('slow'), payBack('refund', ['a'])]);
    const walkAfter = (...reads: readonly Read[]) => {
      const walk = new SegmentWalk(story.segment, story.context());
      walk.next();
      reads.forEach((read) => walk.ended(read));
      return walk.isAwaited();
    };
    expect([walkAfter(), walkAfter(found('slow')), walkAfter(found('a'))]).toEqual([true, true, false]);
    expect(walkAfter(missing('slow'))).toBe(false);
    expect(new SegmentWalk(segmentStory([look('a'), look('b')]).segment(), story.context()).isAwaited()).toBe(false);
  });

  it('hands the action back when its run wants it no more, and tells how the reads ended (EX-20)', () => {
    const story = storyOf([look('a'), payBack('refund', ['a'])]);
    const facts = decided(story, story.read([found('a')], true));
    expect(namesIn(facts)).toEqual(['a action.succeeded', 'segment.returned']);
    expect(facts[1]!.data).toMatchObject({ stepIds: ['refund'] });
  });

  it('lets no action go under a name that is not its own, or as one that was refused before (AG-13)', () => {
    const steps = [look('a'), payBack('refund', ['a'])];
    const forged = (segmentId: string, asked?: number) => {
      const story = segmentStory(steps);
      const { steps: named } = story.segment().data;
      const claimed = named.map((step) => (step.stepId === 'refund' && asked ? { ...step, asked } : step));
      const segment = story.segment(undefined, { segmentId, steps: claimed });
      return decided(story, { name: 'segment.read', segment, reads: [found('a')], isWithdrawn: false });
    };
    for (const facts of [forged('forged'), forged('run-1.refund.2', 2), forged('run-1.refund', 2)])
      expect(namesIn(facts)).toEqual(['a action.succeeded', 'segment.returned']);
    expect(namesIn(forged('run-1.refund')).at(-1)).toBe('refund action.queued');
  });

  it('hands back what a person must say yes to: it is asked for by itself, and is suspended then (AP-01)', () => {
    const story = storyOf([look('a'), payBack('refund', ['a'], 60)]);
    const facts = decided(story, story.read([found('a')]));
    expect(namesIn(facts)).toEqual(['a action.succeeded', 'segment.returned']);
    expect(facts[1]!.data).toMatchObject({ stepIds: ['refund'] });
    expect(after(facts).status).toBe('handed_back');
  });

  it('refuses the action as one by itself is refused (AG-06), and no other is decided in its stream', () => {
    const story = storyOf([look('a'), payBack('refund', ['a'])], {
      policy: actionPolicy({ rules: actionPolicy().rules.filter(({ rule }) => rule === 'reads') }),
    });
    const facts = decided(story, story.read([found('a')]));
    expect(namesIn(facts)).toEqual(['a action.succeeded', 'refund action.denied']);
    expect(after(facts).status).toBe('finished');
  });

  it('lets nothing else go that changes the world, whatever it names (AG-13)', () => {
    const story = storyOf([look('a'), payBack('other', ['a']), payBack('refund', ['a'])]);
    const facts = decided(story, story.read([found('a')]));
    expect(namesIn(facts)).toEqual(['a action.succeeded', 'segment.returned', 'refund action.queued']);
    expect(facts[1]!.data).toMatchObject({ stepIds: ['other'] });
  });

  it('without a plan in the log hands back all of it', () => {
    const story = storyOf([look('a'), payBack('refund', ['a'])]);
    const decision = actionDecider.decide(actionDecider.initial(), story.read([found('a')]), {
      ...story.context(),
      provenance: null,
    });
    expect(decision).toMatchObject([{ name: 'segment.returned', data: { stepIds: ['a', 'refund'] } }]);
  });

  it('that cannot be handled hands back all of it, once', () => {
    const story = storyOf([look('a'), payBack('refund', ['a'])]);
    const whole = [{ name: 'segment.returned', data: { stepIds: ['a', 'refund'] } }];
    expect(decided(story, story.segment)).toMatchObject(whole);
    const skipped = actionDecider.skip!(actionDecider.initial(), story.segment, 'it broke', story.context());
    expect(skipped).toMatchObject(whole);
    expect(actionDecider.skip!(after(skipped), story.segment, 'it broke', story.context())).toEqual([]);
  });
});

describe('an action that was handed back', () => {
  const story = storyOf([look('a'), payBack('refund', ['a'], 60)]);
  const back = decided(story, story.read([found('a')]));
  const known = back.map(({ data }) => incoming('action.succeeded', data as EventData<'action.succeeded'>)).slice(0, 1);
  const asked = requestIn(story.context(known));

  it('is decided when it is asked for by itself, and the segment is not decided again (1)', () => {
    const decision = actionDecider.decide(after(back), asked, story.context(known));
    expect(namesIn(decision as readonly Fact[])).toEqual(['refund action.suspended']);
    for (const late of [story.read([found('a')]), story.segment])
      expect(actionDecider.decide(after(back), late, story.context())).toEqual({ ignored: 'already_taken_in' });
  });

  it('is not done once its run has taken it back, even when it is asked for later (EX-20)', () => {
    const facts = decided(story, story.cancel(['refund']), back);
    expect(namesIn(facts)).toEqual(['refund action.cancelled']);
    const late = actionDecider.decide(after([...back, ...facts]), asked, story.context(known));
    expect(late).toEqual({ ignored: 'already_taken_in' });
  });
});

describe('a cancel of a segment that leads to an action (EX-20)', () => {
  const story = storyOf([look('a'), payBack('refund', ['a'])]);
  const queued = decided(story, story.read([found('a')]));

  it('that overtakes it leaves a tombstone for the reads and for the action', () => {
    const facts = decided(story, story.cancel(['a', 'refund']));
    expect(namesIn(facts)).toEqual(['segment.returned', 'refund action.cancelled']);
    expect(facts[0]!.data).toEqual({ segmentId: 'run-1.refund', runId: 'run-1', stepIds: ['a'] });
    for (const late of [story.read([found('a')]), story.segment])
      expect(actionDecider.decide(after(facts), late, story.context())).toEqual({ ignored: 'already_taken_in' });
  });

  it('finds the action waiting for its place, and it is not sent', () => {
    const facts = decided(story, story.cancel(['a', 'refund']), queued);
    expect(namesIn(facts)).toEqual(['refund action.cancelled']);
    const granted = actionDecider.decide(
      after([...queued, ...facts]),
      { name: 'place.granted', attempt: 1 },
      story.context(),
    );
    expect(granted).toEqual({ ignored: 'not_queued' });
  });

  it('finds it dispatched, and changes nothing; an action of which nothing more is wanted is left alone', () => {
    const sent = [...queued, ...decided(story, { name: 'place.granted', attempt: 1 }, queued)];
    expect(namesIn(sent).at(-1)).toBe('refund action.dispatched');
    expect(actionDecider.decide(after(sent), story.cancel(['refund']), story.context())).toEqual({
      ignored: 'in_flight',
    });
    const ofReads = incoming('segment.cancel_requested', { segmentId: 'run-1.refund', runId: 'run-1', stepIds: ['a'] });
    expect(actionDecider.decide(after(queued), ofReads, story.context())).toEqual({ ignored: 'already_finished' });
  });

  it('and one of the action by itself contend on the same stream', () => {
    const cancel = incoming('action.cancel_requested', {
      actionId: 'run-1.refund',
      runId: 'run-1',
      stepId: 'refund',
      origin: stepOrigin('refund'),
      tool: 'shop.refund.create',
    });
    expect(namesIn(decided(story, cancel, queued))).toEqual(['refund action.cancelled']);
  });
});

/** What the run asks for by itself: the action of the last step, as the plan says. */
function requestIn({ provenance, ...context }: ReturnType<Story['context']>): Recorded<'action.requested'> {
  const { data } = provenance!.plan;
  const step = data.plan.steps.at(-1) as ActingStep;
  const args = { orderNumber: '1003', amount: 60 };
  return incoming('action.requested', actionRequestOf({ ...data, runId: 'run-1' }, data, step, args, context));
}
