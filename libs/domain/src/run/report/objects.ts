import type { HeaderStep, ObjectCounts, PlanStep } from '@arbiter/contracts';
import type { ObjectiveFound } from '../../plan';
import type { OpenRun } from '../state/run';

/** The code of a sweep with branches that failed, or whose outcome is unknown. */
export const BRANCHES_FAILED = 'branches_failed';

export const NO_OBJECTS: ObjectCounts = { done: 0, held: 0, failed: 0, unknown: 0 };

/** The objects of a sweep that has ended. */
export const objectsOf = (run: OpenRun): ObjectCounts | null =>
  (run.planned?.plan.steps ?? []).map((step) => countsOf(run, step)).find((counts) => counts !== null) ?? null;

/** ER-01: what a step that went through objects, or looked at all of them, adds to its line of the header. */
export function ofObjects(run: OpenRun, step: PlanStep): Partial<HeaderStep> {
  const counts = countsOf(run, step);
  if (counts) return { objects: counts, ...failureOf(counts) };
  return step.objective ? judged(resultOf(run, step) as ObjectiveFound) : {};
}

function failureOf({ failed, unknown }: ObjectCounts): Partial<HeaderStep> {
  if (failed + unknown === 0) return {};
  const message = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`the outcome of ${unknown} is unknown`] : []),
  ].join(', ');
  return { status: failed > 0 ? 'failed' : 'unknown', error: { code: BRANCHES_FAILED, message } };
}

function judged({ verdict, unmet }: ObjectiveFound): Partial<HeaderStep> {
  switch (verdict) {
    case 'fails':
      return { status: 'failed', error: { code: 'objective_fails', message: `It fails for ${unmet}.` } };
    case 'incomplete':
      return { status: 'unknown', error: { code: 'list_incomplete', message: 'There is more than was read.' } };
    default:
      return {};
  }
}

function countsOf(run: OpenRun, step: PlanStep): ObjectCounts | null {
  if (step.type !== 'for_each') return null;
  const result = resultOf(run, step) as ObjectCounts | null;
  if (result === null) return null;
  const { done, held, failed, unknown } = result;
  return { done, held, failed, unknown };
}

function resultOf({ steps }: OpenRun, { id }: PlanStep): unknown {
  const record = steps[id];
  return record?.status === 'completed' ? record.result : null;
}
