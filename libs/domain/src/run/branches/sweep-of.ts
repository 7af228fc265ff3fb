import type { ForEach, StepOf } from '@arbiter/contracts';
import { sweepStepOf } from '../../plan';
import type { SweepStep } from '../state/branch';
import { isSweep, type OpenRun } from '../state/run';

interface Sweep {
  readonly step: StepOf<'for_each'>;
  readonly forEach: ForEach;
  readonly sweep: SweepStep;
}

/** The `for_each` that is under way; a plan has one. */
export function sweepOf({ planned, steps }: OpenRun): Sweep | null {
  const step = planned ? sweepStepOf(planned.plan) : undefined;
  const record = step && steps[step.id];
  return step && record && isSweep(record) ? { step, forEach: step.forEach, sweep: record } : null;
}
