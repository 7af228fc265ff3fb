import { validated } from '../decide/validation';
import type { StepKind } from '../state/run';
import { PLAIN } from './plain';
import { spokenValues } from './spoken-values';

/** EX-11: these steps end at once, by their own values and what they expect of them. */
export const CHECKED: StepKind = {
  ...PLAIN,
  begin: (run, planned, step, { now }) => {
    const ending = validated(spokenValues(run, planned, step), step.expect, planned.args);
    return [{ name: 'step.completed', data: { runId: run.runId, stepId: step.id, ...ending, at: now } }];
  },
};
