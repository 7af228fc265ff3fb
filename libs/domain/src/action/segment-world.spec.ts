import fc from 'fast-check';
import { Value } from 'typebox/value';
import {
  EVENTS,
  actionIdOf,
  stepOrigin,
  type ActionEnd,
  type Decider,
  type Fact,
  type StepDefinition,
} from '@arbiter/contracts';
import { ActionWorld, outOfPlaceAfter } from '../fixtures/action-world';
import { look, payBack, segmentStory, toldApart } from '../fixtures/segment-story';
import { VENDOR_BEHAVIOURS, type VendorBehaviour } from '../fixtures/simulated-vendor';
import { actionRequestOf, type ActingStep } from '../run';
import { incoming } from '../specification';
import { actionDecider } from './action-decider';
import type { ActionInput, SegmentRead } from './action-inputs';
import type { ActionState } from './state/action-state';

const TOOLS = ['shop.refund.create', 'shop.refund_etag.create', 'shop.refund_plain.create'] as const;
const WRITE = 'refund';
const SEGMENT = actionIdOf('run-1', stepOrigin(WRITE));
const READ_ENDS: readonly string[] = ['action.succeeded', 'action.failed', 'action.denied'];
const ENDS: readonly string[] = [...READ_ENDS, 'action.rejected', 'action.cancelled', 'action.unknown'];

const stepIn = ({ data }: Fact): string | undefined => ('stepId' in data ? data.stepId : undefined);
const isEndIn = (fact: Fact): fact is Fact & ActionEnd => ENDS.includes(fact.name);

/** `b` comes after `a`; the write after both, or after `a` alone. */
function stepsOf(tool: string, amount: number, waitsForBoth: boolean): readonly StepDefinition[] {
  const write = payBack(WRITE, waitsForBoth ? ['a', 'b'] : ['a'], amount);
  return [look('a'), look('b', ['a']), { ...write, tool }];
}

const FOUND = { kind: 'succeeded', result: { orderNumber: '1003', status: 'shipped' } } as const;

/** How the reads went in one process: another that was handed the same message may have seen other things. */
const anyReads: fc.Arbitrary<Pick<SegmentRead, 'reads' | 'isWithdrawn'>> = fc
  .tuple(fc.nat({ max: 2 }), fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }), fc.nat({ max: 5 }))
  .map(([count, gone, withdrawn]) => ({
    reads: ['a', 'b'].slice(0, count).map((stepId, index) => ({
      stepId,
      attempt: 1,
      outcome: gone[index] ? { kind: 'permanent', code: 'not_found', reason: 'there is none' } : FOUND,
    })),
    isWithdrawn: withdrawn === 0,
  }));

interface Drawn {
  readonly steps: readonly StepDefinition[];
  readonly processes: readonly Pick<SegmentRead, 'reads' | 'isWithdrawn'>[];
  readonly others: readonly string[];
}

const anyStory = (tool: string): fc.Arbitrary<Drawn> =>
  fc.record({
    steps: fc
      .tuple(fc.constantFrom(20, 20, 60, 2_000), fc.boolean())
      .map(([amount, both]) => stepsOf(tool, amount, both)),
    processes: fc.array(anyReads, { minLength: 1, maxLength: 2 }),
    others: fc.subarray(['cancel', 'asked alone', 'cancelled alone', 'unread']),
  });

/** Both reads find something, and nothing else comes. */
const undisturbed = (tool: string): Drawn => ({
  steps: stepsOf(tool, 20, true),
  processes: [
    {
      reads: ['a', 'b'].map((stepId) => ({ stepId, attempt: 1, outcome: FOUND })),
      isWithdrawn: false,
    },
  ],
  others: [],
});

/**
 * One segment that leads to a write, and whatever may come to its stream: what the gateway reads of the log is what
 * stands in it.
 */
function worldOf({ steps, processes, others }: Drawn): ActionWorld {
  const story = segmentStory(steps);
  const segment = story.segment(undefined, { segmentId: SEGMENT });
  const tool = steps.at(-1)!.tool!;
  const named = { actionId: SEGMENT, runId: 'run-1', stepId: WRITE, origin: stepOrigin(WRITE), tool };
  const { data } = story.provenance().plan;
  const step = data.plan.steps.at(-1) as ActingStep;
  const args = { orderNumber: '1003', amount: (step.args as { amount: number }).amount };
  const known: Record<string, ActionInput> = {
    cancel: incoming('segment.cancel_requested', {
      segmentId: SEGMENT,
      runId: 'run-1',
      stepIds: ['b', WRITE],
      tool,
      origin: stepOrigin(WRITE),
    }),
    'asked alone': incoming(
      'action.requested',
      actionRequestOf({ ...data, runId: 'run-1' }, data, step, args, story.context()),
    ),
    'cancelled alone': incoming('action.cancel_requested', named),
    unread: segment,
  };
  const read = processes.map((process): SegmentRead => ({ name: 'segment.read', segment, ...process }));
  let world: ActionWorld | null = null;
  const decider: Decider<ActionState, ActionInput> = {
    ...actionDecider,
    decide: (state, input, context) => {
      const ends = (world?.history ?? [])
        .flatMap(toldApart)
        .flatMap((fact) =>
          isEndIn(fact) && stepIn(fact) !== WRITE ? [incoming(fact.name, fact.data as never) as ActionEnd] : [],
        );
      return actionDecider.decide(state, input, {
        ...context,
        provenance: story.provenance(input.name === 'segment.read' ? [] : ends),
      });
    },
  };
  world = new ActionWorld(story.bundle, [...read, ...others.map((other) => known[other]!)], decider);
  return world;
}

function checkHistory({ history: facts, sent, vendor }: ActionWorld, { steps }: Drawn): void {
  const history = facts.flatMap(toldApart);
  const own = history.filter((fact) => stepIn(fact) === WRITE);
  const ofReads = history.filter((fact) => stepIn(fact) !== WRITE);

  // Each read ends once or comes back once, all of it together, and before the first word of the write.
  const back = ofReads.flatMap((fact) => (fact.name === 'segment.returned' ? fact.data.stepIds : []));
  const accounted = [...back, ...ofReads.flatMap((fact) => stepIn(fact) ?? [])];
  expect(accounted).toEqual([...new Set(accounted)]);
  expect(history.slice(0, ofReads.length)).toEqual(ofReads);
  for (const fact of ofReads) expect([...READ_ENDS, 'segment.returned']).toContain(fact.name);

  // The write ends once, and nothing comes after, but for what is found out about an unknown outcome; one that was
  // handed back and not asked for again has not begun.
  const ends = own.filter(isEndIn);
  const isHandedBack = own.length === 0 && back.includes(WRITE);
  expect(ends).toHaveLength(isHandedBack || own.at(-1)?.name === 'action.suspended' ? 0 : 1);
  if (ends.length > 0) expect(outOfPlaceAfter(ends[0]!, history)).toEqual([]);

  // It is begun only after everything that it comes after was found, and no required read had failed.
  const begun = own.some(({ name }) => name === 'action.queued' || name === 'action.suspended');
  const found = ofReads.flatMap((fact) => (fact.name === 'action.succeeded' ? [fact.data.stepId] : []));
  if (begun) expect(found).toEqual(expect.arrayContaining([...(steps.at(-1)!.dependsOn ?? [])]));

  // No call is sent without its dispatch, all under one key; the effect took place once at most; the end tells the
  // truth.
  const dispatches = own.filter(({ name }) => name === 'action.dispatched');
  if (dispatches.length === 0) expect(sent).toEqual([]);
  expect(new Set(sent.map(({ key }) => key)).size).toBeLessThanOrEqual(1);
  checkTruth(own, ends[0]?.name, vendor.effects);

  for (const fact of facts) expect([...Value.Errors(EVENTS[fact.name].schema, fact.data)]).toEqual([]);
}

function checkTruth(own: readonly Fact[], end: ActionEnd['name'] | undefined, effects: number): void {
  expect(effects).toBeLessThanOrEqual(1);
  if (end === 'action.succeeded') expect(effects).toBe(1);
  else if (end !== 'action.unknown') expect(effects).toBe(0);
  const settled = own.find((fact) => fact.name === 'action.settled');
  if (settled) expect(effects).toBe(settled.data.outcome === 'done' ? 1 : 0);
}

describe.each(TOOLS)('whatever happens to a segment that leads to %s', (tool) => {
  it('each read is told once, the effect takes place at most once, and its end is true (EX-25)', () => {
    const behaviours = fc.oneof(
      { weight: 2, arbitrary: fc.constant<VendorBehaviour>('answered') },
      fc.constantFrom(...VENDOR_BEHAVIOURS),
    );
    const drawn = fc.tuple(anyStory(tool), fc.array(fc.nat({ max: 8 * 4 * 11 * 5 }), { maxLength: 60 }), behaviours);
    const seen = new Set<string>();
    fc.assert(
      fc.property(drawn, ([story, choices, behaviour]) => {
        const world = worldOf(story);
        for (const choice of choices) world.step(choice);
        world.settle(behaviour);
        checkHistory(world, story);
        for (const fact of world.history.flatMap(toldApart)) {
          seen.add(`${stepIn(fact) === WRITE ? WRITE : 'read'} ${fact.name}`);
          if (fact.name === 'segment.returned' && fact.data.stepIds.includes(WRITE)) seen.add(`${WRITE} ${fact.name}`);
        }
      }),
      { numRuns: 200, examples: [[[undisturbed(tool), [], 'answered']]] },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining([
        `${WRITE} segment.returned`,
        `${WRITE} action.queued`,
        `${WRITE} action.succeeded`,
        `${WRITE} action.cancelled`,
        'read segment.returned',
        'read action.failed',
      ]),
    );
  });
});
