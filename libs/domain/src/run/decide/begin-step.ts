import {
  actionIdOf,
  type DecisionContext,
  type EventData,
  type Fact,
  type PlanStep,
  type Values,
} from '@arbiter/contracts';
import { kindOf, originOfStep, type ActingStep, type OpenRun, type Planned } from '../state/run';
import { idempotencyKeyOf } from './idempotency-key';

/** The facts of beginning a step, as its kind does. */
export const beginStep = (run: OpenRun, planned: Planned, step: PlanStep, context: DecisionContext): readonly Fact[] =>
  kindOf(run, step).begin?.(run, planned, step, context) ?? [];

type Asking = Pick<OpenRun, 'runId' | 'sessionId' | 'threadId' | 'artifacts' | 'delivery'> & {
  readonly branch?: Pick<NonNullable<OpenRun['branch']>, 'object'>;
  /** left out where no step was refused */
  readonly refusals?: OpenRun['refusals'];
  /** of a caller that has named the same step before */
  readonly keyOf?: typeof idempotencyKeyOf;
};

/** A step's request to the gateway, by itself or as part of a segment. */
export function actionRequestOf(
  run: Asking,
  { plan, planHash }: Pick<Planned, 'plan' | 'planHash'>,
  step: ActingStep,
  args: Values,
  context: Pick<DecisionContext, 'now' | 'tenant' | 'customerId'>,
): EventData<'action.requested'> {
  const {
    runId,
    sessionId,
    threadId,
    artifacts,
    delivery: { locale },
    branch,
    refusals = {},
    keyOf = idempotencyKeyOf,
  } = run;
  const { now, tenant, customerId } = context;
  const origin = originOfStep({ refusals }, step.id);
  return {
    actionId: actionIdOf(runId, origin),
    runId,
    stepId: step.id,
    origin,
    tool: step.tool,
    args,
    idempotencyKey: keyOf(
      { tenant, customerId, threadId, runId, ...(branch && { object: branch.object }) },
      step,
      args,
    ),
    planHash,
    scope: plan.scope!,
    sessionId,
    threadId,
    artifacts,
    locale,
    requestedAt: now,
  };
}
