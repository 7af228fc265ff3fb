import type { Decision, DecisionContext, Incoming } from '@arbiter/contracts';
import { evolveRun } from '../state/evolve-run';
import { isUnknown, type EndedRun, type OpenRun, type Run } from '../state/run';
import { stepCompleted } from './action-outcome';
import { onActionOutcome, refusedBy, walkedBy } from './on-action';
import { settledUnknown } from './settle-late';

/**
 * R7: what became of a step that ended as unknown. The run has gone its way without knowing that, and goes on so; once
 * it has ended the person is told. News that come before the unknown outcome itself are the outcome of their step.
 */
export function onActionSettled(run: Run, event: Incoming<'action.settled'>, context: DecisionContext): Decision {
  const walked = walkedBy(run);
  if (!('steps' in walked) || !isUnknown(walked.steps[event.data.stepId]))
    return refusedBy(walked, event.data) ?? onActionOutcome(run, event, context);
  const { stepId } = event.data;
  if (Object.hasOwn((walked as OpenRun).late, stepId)) return { ignored: 'already_settled' };
  const ended = stepCompleted(event, (walked as OpenRun).planned!, context.now);
  return run.phase === 'ended'
    ? [ended, ...settledUnknown(evolveRun(run, ended) as EndedRun, [stepId], context)]
    : [ended];
}
