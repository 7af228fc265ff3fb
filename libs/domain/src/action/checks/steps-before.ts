import type { ActionEnd, Plan, PlanStep, Provenance } from '@arbiter/contracts';
import { memoiseEach, memoiseLast } from '../../memoise';
import { ancestorsOf, isSlotStep, stepsReadBy } from '../../plan';
import {
  KINDS,
  couldFill,
  hasEnded,
  isLeftOut,
  standingsOf,
  stepCompleted,
  type EndedStep,
  type Standing,
} from '../../run';

/**
 * The steps that call a tool and that these come after, directly or not, in the order of the plan; none of these
 * themselves.
 */
export function stepsBefore({ steps }: Plan, stepIds: readonly string[]): readonly string[] {
  const ancestors = ancestorsOf(steps);
  const before = new Set(stepIds.flatMap((stepId) => [...(ancestors.get(stepId) ?? [])]));
  return steps
    .filter(({ id, type }) => KINDS[type].acts && before.has(id) && !stepIds.includes(id))
    .map(({ id }) => id);
}

/** The slot steps whose results these steps read, recorded in the run's own log. */
export function slotsBefore({ steps }: Plan, stepIds: readonly string[]): readonly string[] {
  const taken = new Set(steps.flatMap(({ id, args }) => (stepIds.includes(id) ? stepsReadBy(args) : [])));
  return steps.filter((step) => isSlotStep(step) && taken.has(step.id)).map(({ id }) => id);
}

/**
 * The results that bindings of a step may read: those of actions that ended, and filled-in values that pass their
 * check.
 */
export const resultsBefore = memoiseLast((provenance: Provenance): Readonly<Record<string, unknown>> => ({
  ...resultsIn(provenance.plan, provenance.ends),
  ...resultsOfSlots(provenance),
}));

/**
 * CP-11: a value that a model is said to have written or found is checked again; one that fails the check is left out.
 */
function resultsOfSlots({ plan: { data }, filled = [], artifacts }: Provenance): Readonly<Record<string, unknown>> {
  const { plan, args } = data;
  return Object.fromEntries(
    filled.flatMap((event): [string, unknown][] => {
      const step = plan.steps.find(({ id }) => id === event.data.stepId);
      const isFilled = step && isSlotStep(step) && couldFill({ step, plan, args }, event.data, artifacts);
      return isFilled ? [[step.id, event.data.result]] : [];
    }),
  );
}

/** The results of the steps of a plan that ended well. */
export const resultsIn = (plan: Provenance['plan'], ends: Provenance['ends']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(recordsOf({ plan, ends })).flatMap(([id, { status, result }]) =>
      status === 'completed' ? [[id, result]] : [],
    ),
  );

/** Which steps keep a step from being done: they have not ended, or are required and did not end well. */
export function unsettledBefore(provenance: Provenance, stepId: string): readonly string[] {
  const { plan } = provenance.plan.data;
  const before = new Set(stepsBefore(plan, [stepId]));
  const waiting = standingsIn(provenance).filter(
    (standing) =>
      before.has(standing.step.id) &&
      (!hasEnded(standing) || (!standing.step.optional && standing.status !== 'completed' && !isLeftOut(standing))),
  );
  return waiting.map(({ step }) => step.id);
}

/** Whether the plan itself skips a step, by the results of the steps before it. */
export const isToBeLeftOut = (provenance: Provenance, stepId: string): boolean =>
  standingsIn(withoutEndOf(provenance, stepId)).some((standing) => standing.step.id === stepId && isLeftOut(standing));

const withoutEndOf = (provenance: Provenance, stepId: string): Provenance => {
  const ends = provenance.ends.filter(({ data }) => data.stepId !== stepId);
  return ends.length === provenance.ends.length ? provenance : { ...provenance, ends };
};

/**
 * The state of each step of the plan, by the known ends of its actions. Computed once: several checks of each step need
 * it.
 */
export const standingsIn = memoiseLast((provenance: Provenance): readonly Standing[] =>
  standingsOf({ steps: recordsOf(provenance), kinds: KINDS }, provenance.plan.data, leavesNoEnd),
);

/** A step that calls no tool leaves nothing in the gateway's own log: to it, the step ends as soon as it may begin. */
const leavesNoEnd = ({ type }: PlanStep): boolean => !KINDS[type].acts;

/** The ends of actions as the ends of their steps. */
function recordsOf({ plan: { data }, ends }: Pick<Provenance, 'plan' | 'ends'>): Readonly<Record<string, EndedStep>> {
  return Object.fromEntries(ends.map((end) => [end.data.stepId, recordOf(end, data)]));
}

const recordOf = memoiseEach((end: ActionEnd, planned: Provenance['plan']['data']): EndedStep => {
  const { status, code, message, result } = stepCompleted(end, planned, end.time).data;
  return { status: status as EndedStep['status'], code, message, result };
});
