import { actionIdOf, type DecisionContext, type FactOf } from '@arbiter/contracts';
import { argsOfUndo, resolveBindings } from '../../plan';
import { undoKeyOf } from '../decide/idempotency-key';
import { originOfStep, resultsOf, type EndedStep, type OpenRun } from '../state/run';
import type { UndoableStep } from './to-undo';

/** SG-05: an undo is an action like any other, asked for at the gateway with what it undoes. */
export function undoRequested(
  run: OpenRun,
  step: UndoableStep,
  { now, tenant }: Pick<DecisionContext, 'now' | 'tenant'>,
): FactOf<'action.requested'> {
  const { runId, sessionId, threadId, artifacts, delivery } = run;
  const { plan, planHash, args: given } = run.planned!;
  const of = actionIdOf(runId, originOfStep(run, step.id));
  const args = resolveBindings(step.args, { args: given, results: resultsOf(run) });
  const { result } = run.steps[step.id] as EndedStep;
  const origin = { kind: 'undo', of } as const;
  return {
    name: 'action.requested',
    data: {
      actionId: actionIdOf(runId, origin),
      runId,
      stepId: step.id,
      origin,
      tool: step.undo.tool,
      args: argsOfUndo(step.undo, { args, result }),
      idempotencyKey: undoKeyOf(tenant, of),
      planHash,
      scope: plan.scope!,
      sessionId,
      threadId,
      artifacts,
      locale: delivery.locale,
      requestedAt: now,
    },
  };
}
