import fc from 'fast-check';
import { Value } from 'typebox/value';
import { EVENTS, canonicalJson, type EventData, type Fact } from '@arbiter/contracts';
import { actionBundle } from '../fixtures/action-bundle';
import { actionRequested, approvalGiven, cancelRequested } from '../fixtures/action-events';
import { ActionWorld, outOfPlaceAfter } from '../fixtures/action-world';
import { VENDOR_BEHAVIOURS, type VendorBehaviour } from '../fixtures/simulated-vendor';
import { contextOf, given } from '../specification';
import { actionDecider } from './action-decider';
import type { ActionInput } from './action-inputs';

const TOOLS = [
  'shop.refund.create',
  'shop.refund_etag.create',
  'shop.ticket.create',
  'shop.refund_plain.create',
] as const;
const ENDS = [
  'action.denied',
  'action.rejected',
  'action.cancelled',
  'action.succeeded',
  'action.failed',
  'action.unknown',
];
const bundle = actionBundle();

const requestOf = (tool: string, amount: number) =>
  actionRequested({
    tool,
    args: tool === 'shop.ticket.create' ? { summary: 'It leaks.' } : { orderNumber: '1003', amount },
  });
const bindingOf = (tool: string, amount: number): string => {
  const [fact] = given(actionDecider, contextOf(bundle)).facts().when(requestOf(tool, amount)).decided;
  return fact?.name === 'action.suspended' ? fact.data.binding : 'none';
};

/** The messages of one action: the request, and perhaps approvals, a wrong one, a no, a cancel. */
const messages = (tool: string) =>
  fc
    .tuple(fc.constantFrom(20, 60, 2_000), fc.subarray(['yes', 'no', 'wrong', 'cancel']))
    .map(([amount, others]): ActionInput[] => {
      const given: Record<string, ActionInput> = {
        yes: approvalGiven(bindingOf(tool, amount)),
        no: approvalGiven(bindingOf(tool, amount), 'reject'),
        wrong: approvalGiven('0'.repeat(64)),
        cancel: cancelRequested(),
      };
      return [requestOf(tool, amount), ...others.map((name) => given[name] as ActionInput)];
    });

const named = (history: readonly Fact[], name: string) => history.filter((fact) => fact.name === name);

function checkHistory({ history, sent, vendor }: ActionWorld): void {
  const ends = history.filter(({ name }) => ENDS.includes(name));
  // An action ends once, and nothing comes after; but for what is found out about an unknown outcome, once.
  expect(ends).toHaveLength(1);
  const end = ends[0]?.name as string;
  expect(outOfPlaceAfter(ends[0]!, history)).toEqual([]);
  const settled = history.find((fact) => fact.name === 'action.settled');

  // Nothing is dispatched that did not wait for its place: the fact before a dispatch queued the same attempt.
  history.forEach((fact, index) => {
    if (fact.name === 'action.dispatched')
      expect(history[index - 1]).toMatchObject({ name: 'action.queued', data: { attempt: fact.data.attempt } });
  });

  // Every attempt has the next number and the first one's key; so has every request that left.
  const dispatches = named(history, 'action.dispatched').map(({ data }) => data as EventData<'action.dispatched'>);
  expect(dispatches.map(({ attempt }) => attempt)).toEqual(dispatches.map((_, index) => index + 1));
  expect(sent.length).toBeLessThanOrEqual(3);
  const waits = named(history, 'action.queued').map(({ data }) => data as EventData<'action.queued'>);
  expect(Math.max(0, ...waits.map(({ tried }) => tried))).toBeLessThanOrEqual(2);
  expect(new Set(dispatches.map(({ idempotencyKey }) => idempotencyKey)).size).toBeLessThanOrEqual(1);
  expect(new Set(sent.map(({ key }) => key)).size).toBeLessThanOrEqual(1);

  // Nothing is sent without a dispatch, nor once the action is over.
  if (dispatches.length === 0) expect(sent).toEqual([]);
  const over = history.indexOf(ends[0]!) + 1;
  expect(sent.every(({ at }) => at < over || end === 'action.succeeded')).toBe(true);

  // The effect took place once at most, and the end tells the truth.
  expect(vendor.effects).toBeLessThanOrEqual(1);
  if (end === 'action.succeeded') expect(vendor.effects).toBe(1);
  else if (end !== 'action.unknown') expect(vendor.effects).toBe(0);
  if (settled) expect(vendor.effects).toBe(settled.data.outcome === 'done' ? 1 : 0);

  // Every fact is what the language says, and has one canonical form.
  for (const fact of history) {
    expect([...Value.Errors(EVENTS[fact.name].schema, fact.data)]).toEqual([]);
    expect(JSON.parse(canonicalJson(fact.data))).toEqual(fact.data);
  }
}

describe.each(TOOLS)('whatever happens to %s', (tool) => {
  it('its effect takes place at most once, and its end is true (EX-25)', () => {
    const behaviours = fc.oneof(
      { weight: 2, arbitrary: fc.constant<VendorBehaviour>('answered') },
      fc.constantFrom(...VENDOR_BEHAVIOURS),
    );
    const story = fc.tuple(messages(tool), fc.array(fc.nat({ max: 8 * 4 * 14 * 5 }), { maxLength: 60 }), behaviours);
    fc.assert(
      fc.property(story, ([arriving, choices, behaviour]) => {
        const world = new ActionWorld(bundle, arriving);
        for (const choice of choices) world.step(choice);
        world.settle(behaviour);
        checkHistory(world);
      }),
      { numRuns: 600 },
    );
  });
});

it('the same story always gives the same bytes', () => {
  const tell = (arriving: readonly ActionInput[], choices: readonly number[]): string => {
    const world = new ActionWorld(bundle, arriving);
    for (const choice of choices) world.step(choice);
    return canonicalJson(world.history);
  };
  fc.assert(
    fc.property(
      messages('shop.refund.create'),
      fc.array(fc.nat({ max: 2_000 }), { maxLength: 30 }),
      (arriving, choices) => {
        expect(tell(arriving, choices)).toBe(tell(arriving, choices));
      },
    ),
  );
});
