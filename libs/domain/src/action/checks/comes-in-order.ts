import { PASS, deny, type Finding, type Subject } from './finding';
import { isToBeLeftOut, unsettledBefore } from './steps-before';

/** EX-05: no step is carried out before its predecessors, nor after one of them failed. */
export function comesInOrder(stepId: string, { context: { provenance } }: Subject): Finding {
  if (isToBeLeftOut(provenance!, stepId)) return deny('condition_not_met', `the plan leaves step ${stepId} out`);
  const waiting = unsettledBefore(provenance!, stepId);
  return waiting.length === 0
    ? PASS
    : deny('out_of_order', `step ${stepId} comes after ${waiting.join(', ')}, which has not ended well`);
}
