import { instantAfter } from '../../instant';
import { withStep } from '../state/evolve-steps';
import { isLookup, type LookupStep, type OpenRun, type StepKind } from '../state/run';
import { SILENCE_MILLISECONDS } from '../timers';
import { PLAIN } from './plain';

/** The record of a step that waits for an answer; null: it does not. */
export function lookupOf({ steps }: OpenRun, stepId: string): LookupStep | null {
  const record = steps[stepId];
  return record !== undefined && isLookup(record) ? record : null;
}

export const lookedUp = (
  run: OpenRun,
  { stepId, deadline, asked = 0 }: { readonly stepId: string; readonly deadline: string; readonly asked?: number },
): OpenRun => withStep(run, stepId, { status: 'running', deadline, asked });

/** It waits for an answer of the knowledge or of a model. */
export const LOOKUP: Omit<StepKind, 'begin'> = {
  ...PLAIN,
  patience(run, stepId) {
    const record = lookupOf(run, stepId);
    return record === null ? [] : [instantAfter(record.deadline, SILENCE_MILLISECONDS)];
  },
};
