import { sweepStepOf } from '../../plan';
import { wasRefused, type DecisionContext, type FactOf, type PauseReason } from '@arbiter/contracts';
import type { ActionOutcome } from '../decide/action-outcome';
import { isStopping } from '../revisions/revisable-run';
import type { OpenRun } from '../state/run';

/**
 * EX-23: the vendor no longer permits the tenant this action. It had no effect, and is requested again once the
 * permission is back. Null: it ends its step, like any other end.
 */
export function refusedAction(
  run: OpenRun,
  event: ActionOutcome,
  { tenant, artifacts, now }: Pick<DecisionContext, 'tenant' | 'artifacts' | 'now'>,
): FactOf<'step.refused'> | null {
  if (event.name === 'action.settled') return null;
  const tool = artifacts.tools.find((known) => known.tool === event.data.tool);
  if (!tool || !wasRefused(event) || !mayPause(run) || isStopping(run, artifacts)) return null;
  const { extension, capability } = tool;
  return stepRefused(
    run,
    event.data.stepId,
    { why: 'reauthorise', tenant, extension, capability, tool: tool.tool },
    now,
  );
}

export const stepRefused = (
  { runId }: OpenRun,
  stepId: string,
  reason: PauseReason,
  at: string,
): FactOf<'step.refused'> => ({ name: 'step.refused', data: { runId, stepId, reason, at } });

/** Only an instance of a playbook and the branch of an object can be paused: no other run could be resumed. */
const mayPause = ({ branch, planned }: OpenRun): boolean =>
  branch !== undefined || (planned !== null && sweepStepOf(planned.plan) !== undefined);
