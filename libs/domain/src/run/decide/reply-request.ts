import { answerTimes, type DecisionContext, type Fact, type PlanStep } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { closingOf } from '../../prose';
import { insteadOf } from '../report/reply';
import { stepValues } from '../report/step-values';
import type { OpenRun, Planned, SaidStep } from '../state/run';
import { servedAction } from './served-action';

/** No model is asked for words about a missing result: the tenant's own sentence about the failure is used. */
export function replyRequested(
  run: OpenRun,
  planned: Planned,
  step: SaidStep,
  { now, artifacts }: DecisionContext,
): Fact {
  const instead = insteadOf(step, run, planned, artifacts);
  if (instead !== null) return unwritten(run, step, instead);
  const actionId = servedAction(run, planned, step);
  const purpose = step.question === undefined ? 'narrative' : 'clarification';
  return {
    name: 'reply.requested',
    data: {
      runId: run.runId,
      stepId: step.id,
      ...(actionId !== undefined && { actionId }),
      copy: step.copy,
      purpose,
      ...(step.class === undefined ? {} : { class: step.class }),
      ...(run.delivery.tier === undefined ? {} : { tier: run.delivery.tier }),
      locale: run.delivery.locale,
      closing: closingOf(step, artifacts),
      values: stepValues(run, planned, step),
      ...(planned.recognised && { recognised: [...planned.recognised] }),
      deadline: instantAfter(now, answerTimes(artifacts.models, purpose).total),
      attempt: 1,
      requestedAt: now,
    },
  };
}

const unwritten = ({ runId }: OpenRun, { id: stepId }: PlanStep, text: string): Fact => ({
  name: 'reply.composed',
  data: { runId, stepId, text, by: 'platform', failure: 'result_missing', segments: 0 },
});
