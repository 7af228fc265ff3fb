import { renderCopy } from '../../words';
import { stepValues } from '../report/step-values';
import type { StepKind } from '../state/run';
import { TEXT } from './text';

/** EX-14 */
export const finalize: StepKind = {
  ...TEXT,
  saysAtStop: (run, planned, step, bundle) =>
    step.copy === undefined ? null : renderCopy(bundle, step.copy, stepValues(run, planned, step)),
};
