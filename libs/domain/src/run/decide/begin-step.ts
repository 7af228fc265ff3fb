import type { DecisionContext, FactOf, PlanStep } from '@arbiter/contracts';
import { resolveBindings } from '../../plan';
import { resultsOf, type OpenRun, type Planned } from '../state/run';
import { idempotencyKeyOf } from './idempotency-key';

/** What beginning a step writes: an action for the gateway, or results for the person to see (EX-13). */
export function beginStep(run: OpenRun, planned: Planned, step: PlanStep, { now, tenant, customerId }: DecisionContext): FactOf<'action.requested' | 'step.completed'> {
  const values = resolveBindings(step.args, { args: planned.args, results: resultsOf(run) });
  if (step.type === 'emit_results') {
    return { name: 'step.completed', data: { runId: run.runId, stepId: step.id, status: 'completed', code: null, message: '', result: values, at: now } };
  }
  return {
    name: 'action.requested',
    data: {
      actionId: `${run.runId}.${step.id}`,
      runId: run.runId,
      stepId: step.id,
      tool: step.tool!,
      args: values,
      idempotencyKey: idempotencyKeyOf({ tenant, customerId, threadId: run.threadId, runId: run.runId }, step, values),
      planHash: planned.planHash,
      scope: planned.plan.scope!,
      sessionId: run.sessionId,
      threadId: run.threadId,
      artifacts: run.artifacts,
      locale: run.delivery.locale,
      requestedAt: now,
    },
  };
}
