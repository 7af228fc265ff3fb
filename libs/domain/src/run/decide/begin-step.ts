import type { DecisionContext, EventData, FactOf, PlanStep, Values } from '@arbiter/contracts';
import { resolveBindings } from '../../plan';
import { resultsOf, spokenArgs, type OpenRun, type Planned } from '../state/run';
import { idempotencyKeyOf } from './idempotency-key';

/** What beginning a step writes: an action for the gateway, or results for the person to see (EX-13). */
export function beginStep(
  run: OpenRun,
  planned: Planned,
  step: PlanStep,
  { now, tenant, customerId }: DecisionContext,
): FactOf<'action.requested' | 'step.completed'> {
  const results = resultsOf(run);
  if (step.type === 'emit_results') {
    return {
      name: 'step.completed',
      data: {
        runId: run.runId,
        stepId: step.id,
        status: 'completed',
        code: null,
        message: '',
        result: resolveBindings(step.args, { args: spokenArgs(planned), results }),
        at: now,
      },
    };
  }
  const args = resolveBindings(step.args, { args: planned.args, results });
  return { name: 'action.requested', data: actionRequestOf(run, planned, step, args, { now, tenant, customerId }) };
}

type Asking = Pick<OpenRun, 'runId' | 'sessionId' | 'threadId' | 'artifacts' | 'delivery'>;

/** What a step asks of the gateway, by itself or as part of a segment. */
export function actionRequestOf(
  run: Asking,
  { plan, planHash }: Pick<Planned, 'plan' | 'planHash'>,
  step: PlanStep,
  args: Values,
  context: Pick<DecisionContext, 'now' | 'tenant' | 'customerId'>,
): EventData<'action.requested'> {
  const {
    runId,
    sessionId,
    threadId,
    artifacts,
    delivery: { locale },
  } = run;
  const { now, tenant, customerId } = context;
  return {
    actionId: `${runId}.${step.id}`,
    runId,
    stepId: step.id,
    tool: step.tool!,
    args,
    idempotencyKey: idempotencyKeyOf({ tenant, customerId, threadId, runId }, step, args),
    planHash,
    scope: plan.scope!,
    sessionId,
    threadId,
    artifacts,
    locale,
    requestedAt: now,
  };
}
