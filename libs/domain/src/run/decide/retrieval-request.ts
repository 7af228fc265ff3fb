import { answerTimes, type DecisionContext, type FactOf, type PlanStep, type Values } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { OpenRun } from '../state/run';

/** EX-08: the query is sent with the reader it is for; both come from the plan and the platform, never from a model. */
export function retrievalRequested(
  { runId, channel, delivery }: Pick<OpenRun, 'runId' | 'channel' | 'delivery'>,
  step: PlanStep,
  { query }: Values,
  { now, artifacts }: Pick<DecisionContext, 'now' | 'artifacts'>,
): FactOf<'retrieval.requested'> {
  return {
    name: 'retrieval.requested',
    data: {
      runId,
      stepId: step.id,
      query: typeof query === 'string' ? query : '',
      channel,
      locale: delivery.locale,
      deadline: instantAfter(now, answerTimes(artifacts.models, 'retrieval').total),
    },
  };
}
