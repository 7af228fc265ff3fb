import {
  actionIdOf,
  type DecisionContext,
  type EventData,
  type Fact,
  type PlanStep,
  type Values,
} from '@arbiter/contracts';
import { resolveBindings } from '../../plan';
import { sweepBegun } from '../branches/begin-sweep';
import { verdictReached } from '../branches/objective-verdict';
import { slotRequested } from '../slots/request';
import { originOfStep, resultsOf, spokenArgs, type OpenRun, type Planned } from '../state/run';
import { idempotencyKeyOf } from './idempotency-key';
import { retrievalRequested } from './retrieval-request';
import { validated } from './validation';

/**
 * The facts of beginning a step: an action for the gateway, a question to the knowledge or to a model, the choice of a
 * sweep's objects, or an end at once.
 */
export function beginStep(run: OpenRun, planned: Planned, step: PlanStep, context: DecisionContext): readonly Fact[] {
  const results = resultsOf(run);
  const spoken = resolveBindings(step.args, { args: spokenArgs(planned), results });
  switch (step.type) {
    case 'retrieve':
      return [retrievalRequested(run, step, spoken, context)];
    case 'write':
    case 'extract':
      return [slotRequested(run, planned, step, context)];
    case 'for_each':
      return [sweepBegun(run, planned, step, context)];
    case 'verdict':
      return verdictReached(run, planned, step, context);
    case 'validate':
    case 'emit_results': {
      const ending = validated(spoken, step.expect, planned.args);
      return [{ name: 'step.completed', data: { runId: run.runId, stepId: step.id, ...ending, at: context.now } }];
    }
    default: {
      const args = resolveBindings(step.args, { args: planned.args, results });
      return [{ name: 'action.requested', data: actionRequestOf(run, planned, step, args, context) }];
    }
  }
}

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
    tool: step.tool!,
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
