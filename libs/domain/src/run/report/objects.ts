import type { HeaderStep, ObjectCounts, PlanStep } from '@arbiter/contracts';
import { kindOf, type OpenRun } from '../state/run';

/** The code of a sweep with branches that failed, or whose outcome is unknown. */
export const BRANCHES_FAILED = 'branches_failed';

export const NO_OBJECTS: ObjectCounts = { done: 0, held: 0, failed: 0, unknown: 0 };

/** The objects of a sweep that has ended. */
export const objectsOf = (run: OpenRun): ObjectCounts | null =>
  (run.planned?.plan.steps ?? []).flatMap((step) => inHeaderOf(run, step).objects ?? [])[0] ?? null;

/** ER-01: what the result of a step adds to its line of the header. */
export function inHeaderOf(run: OpenRun, step: PlanStep): Partial<HeaderStep> {
  const record = run.steps[step.id];
  return record?.status === 'completed' ? kindOf(run, step).inHeader(record.result) : {};
}
