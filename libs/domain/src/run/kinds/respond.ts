import type { StepOf } from '@arbiter/contracts';
import { renderCopy } from '../../words';
import { isPreMessage } from '../report/pre-message';
import { insteadOf } from '../report/reply';
import { stepValues } from '../report/step-values';
import type { StepKind } from '../state/run';
import { standingsOf } from '../state/standing';
import { TEXT } from './text';

/** A sentence of the tenant's. One that uses a missing result is replaced by one about the failure. */
export const respond: StepKind<StepOf<'respond'>> = {
  ...TEXT,
  hasSentence: true,
  announces: true,
  says(run, planned, step, bundle) {
    if (isPreMessage(run, planned.plan, step)) return '';
    const missing = insteadOf(step, run, planned, bundle);
    if (missing !== null) return missing;
    const failed = standingsOf(run, planned).find(
      (standing) =>
        standing.code !== null &&
        step.dependsOn.includes(standing.step.id) &&
        Object.hasOwn(step.failureCopy ?? {}, standing.code),
    );
    return renderCopy(bundle, failed ? step.failureCopy![failed.code!]! : step.copy, stepValues(run, planned, step));
  },
};
