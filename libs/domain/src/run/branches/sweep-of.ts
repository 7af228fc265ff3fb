import type { ForEach, PlanStep } from '@arbiter/contracts';
import type { SweepStep } from '../state/branch';
import { isSweep, type OpenRun } from '../state/run';

/** The `for_each` that is under way; a plan has one. */
export function sweepOf(
  run: OpenRun,
): { readonly step: PlanStep; readonly forEach: ForEach; readonly sweep: SweepStep } | null {
  for (const step of run.planned?.plan.steps ?? []) {
    const record = run.steps[step.id];
    if (step.forEach && record && isSweep(record)) return { step, forEach: step.forEach, sweep: record };
  }
  return null;
}
