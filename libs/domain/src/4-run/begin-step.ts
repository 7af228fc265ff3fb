import { fillSentence, type DecisionContext, type FactOf, type PlanStep } from '@arbiter/contracts';
import { resolveBindings } from '../3-plan';
import { resultsOf, type OpenRun, type Planned } from './run';

/** The touch of EX-18: a step is carried out once; its attempts and redeliveries all share the key. */
const FIRST_TOUCH = 1;

/** What beginning a step writes: an action for the gateway, or results for the person to see (EX-13). */
export function beginStep(run: OpenRun, planned: Planned, step: PlanStep, context: DecisionContext): FactOf<'action.requested' | 'step.completed'> {
  const values = resolveBindings(step.args, { args: planned.args, results: resultsOf(run) });
  if (step.type === 'emit_results') {
    return { name: 'step.completed', data: { runId: run.runId, stepId: step.id, status: 'completed', code: null, message: '', result: values, at: context.now } };
  }
  return {
    name: 'action.requested',
    data: {
      actionId: `${run.runId}.${step.id}`,
      runId: run.runId,
      stepId: step.id,
      tool: step.tool!,
      args: values,
      idempotencyKey: idempotencyKey(run, step, values, context),
      planHash: planned.planHash,
      scope: planned.plan.scope!,
      sessionId: run.sessionId,
      threadId: run.threadId,
      artifacts: run.artifacts,
      locale: run.delivery.locale,
      requestedAt: context.now,
    },
  };
}

/** EX-18: from what the platform knows, so that it is the same on every retry and no model has a say in it. */
function idempotencyKey({ threadId, runId }: OpenRun, step: PlanStep, args: Record<string, unknown>, { tenant, customerId }: DecisionContext): string {
  const target = step.semanticTarget === undefined ? '-' : fillSentence(step.semanticTarget, { args, principal: { tenant, customerId } });
  return [tenant, threadId ?? runId, step.id, target, FIRST_TOUCH].join('/');
}
