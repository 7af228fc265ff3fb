import type { DecisionContext, Provenance, StepOf, ToolEffect } from '@arbiter/contracts';
import { resolveBindings } from '../../plan';
import { actionRequestOf, validatedOf, type ActingStep } from '../../run';
import type { FreshLook, ReadFinished } from '../action-inputs';
import { isAllowedRead, readCalls } from '../calls/read-effect';
import { checkAction } from '../checks/check-action';
import { resultsBefore, stepsBefore } from '../checks/steps-before';
import { requestOf } from '../state/action-request';

/**
 * PL-18: the reads that an action of a branch relies on. They are made again when it is approved, which may be hours
 * later. In a chat the person has just seen the values that they approve.
 */
export function looksBefore({ plan: { data }, branch, artifacts }: Provenance, stepId: string): readonly ActingStep[] {
  if (!branch) return [];
  const before = new Set(stepsBefore(data.plan, [stepId]));
  const reads = new Set(artifacts.tools.filter(({ riskClass }) => riskClass === 'read').map(({ tool }) => tool));
  return data.plan.steps.filter(
    (step): step is StepOf<'tool_call'> =>
      step.type === 'tool_call' && before.has(step.id) && step.expect !== undefined && reads.has(step.tool),
  );
}

/** The read to make now, checked like any other; null when it is no longer allowed. */
export function freshLook(
  step: ActingStep,
  context: DecisionContext & { readonly provenance: Provenance },
): ToolEffect<ReadFinished> | null {
  const { plan, branch } = context.provenance;
  const { data } = plan;
  const args = resolveBindings(step.args, { args: data.args, results: resultsBefore(context.provenance) });
  const asking = { ...data, runId: data.requestId, ...(branch && { branch }) };
  const asked = actionRequestOf(asking, data, step, args, context);
  const check = checkAction(requestOf(asked), context);
  return isAllowedRead(check) ? readCalls(check, context) : null;
}

/**
 * The first read whose result does not meet the plan's expectation, or is unknown; null when all were made and meet
 * theirs.
 */
export function staleLook(
  provenance: Provenance,
  stepId: string,
  looks: readonly FreshLook[],
): { readonly code: string; readonly reason: string } | null {
  for (const step of looksBefore(provenance, stepId)) {
    const { id } = step;
    const outcome = looks.find((look) => look.stepId === id)?.outcome;
    if (outcome?.kind !== 'succeeded')
      return { code: 'approval_drift', reason: `what it relies on could not be read again (step ${id})` };
    const { status, code } = validatedOf(step, outcome.result, provenance.plan.data.args);
    if (status !== 'completed')
      return { code: code ?? 'approval_drift', reason: `what it relies on is no longer so (step ${id})` };
  }
  return null;
}
