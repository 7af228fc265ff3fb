import { parseStream, type Decision, type DecisionContext, type Incoming } from '@arbiter/contracts';
import type { RunInput } from '../run-inputs';
import type { Run } from '../state/run';
import { onBranchAnswered, onBranchCompleted, onBranchRequested, onBranchSuspended } from '../branches/on-branch';
import { onBranchPaused, onContinueRequested, onInstanceResumed } from '../pauses/on-pause';
import { onActionOutcome, onActionSuspended, onApprovalGiven } from './on-action';
import { onActionSettled } from './on-action-settled';
import { onAnswer } from './on-answer';
import { onCancel } from './on-cancel';
import { onDue } from './on-due';
import { onFollowedRun, onFollowedSuspended } from './on-followed-run';
import { onSegmentEnded } from './on-segment-ended';
import { onSegmentReturned } from './on-segment-returned';
import { onPlanPostponed, onRevisionPostponed } from '../pauses/on-postponed';
import { onRevisionAccepted, onRevisionDeclined } from '../revisions/on-revision';
import { onPlanAccepted, onPlanRejected, onRunRequested } from './opening';

/** The decision of a run upon each input. */
export function decideRun(run: Run, input: RunInput, context: DecisionContext): Decision {
  switch (input.name) {
    case 'run.requested':
      return onRunRequested(run, input, context);
    case 'plan.accepted':
      return onPlanAccepted(run, input, context);
    case 'plan.rejected':
      return onPlanRejected(run, input, context);
    case 'plan.postponed':
      return onPlanPostponed(run, input, context);
    case 'branch.requested':
      return onBranchRequested(run, input, context);
    case 'branch.completed':
      return onBranchCompleted(run, input, context);
    case 'branch.cancel_requested':
      return onCancel(run, parseStream(context.stream).key, null, context);
    case 'revision.accepted':
      return onRevisionAccepted(run, input, context);
    case 'revision.declined':
      return onRevisionDeclined(run, input, context);
    case 'revision.postponed':
      return onRevisionPostponed(run, input, context);
    case 'branch.continue_requested':
      return onContinueRequested(run, input, context);
    case 'run.paused':
      return onBranchPaused(run, input, context);
    case 'instance.resumed':
      return onInstanceResumed(run, input, context);
    case 'run.suspended':
      return onRunSuspended(run, input, context);
    case 'segment.ended':
      return onSegmentEnded(run, input, context);
    case 'segment.returned':
      return onSegmentReturned(run, input, context);
    case 'action.suspended':
      return onActionSuspended(run, input, context);
    case 'approval.given':
      return isOwnRun(input, context) ? onApprovalGiven(run, input, context) : onBranchAnswered(run, input, context);
    case 'action.settled':
      return onActionSettled(run, input, context);
    case 'action.denied':
    case 'action.rejected':
    case 'action.succeeded':
    case 'action.failed':
    case 'action.unknown':
    case 'action.cancelled':
      return onActionOutcome(run, input, context);
    case 'run.cancel_requested':
      return onCancel(run, input.data.runId, input.data.requestId, context);
    case 'run.cancel_received':
      return onCancel(run, input.data.runId, null, context);
    case 'run.completed':
      return onFollowedRun(run, input, context);
    case 'agent.completed':
      return onAnswer(run, { name: 'agent.ended', stepId: input.data.stepId, of: input.data }, context);
    case 'agent.answered':
    case 'agent.call_ended':
    case 'agent.paused':
    case 'agent.resumed':
      return onAnswer(run, { name: 'agent.moved', stepId: input.data.stepId, of: input }, context);
    case 'agent.ended':
    case 'agent.moved':
    case 'reply.answered':
    case 'retrieval.answered':
    case 'slot.answered':
      return onAnswer(run, input, context);
    case 'due':
      return onDue(run, input.key, context);
  }
}

/** A run that waits for a yes is news to the run that it is a branch of, and to those that report it. */
const onRunSuspended = (run: Run, event: Incoming<'run.suspended'>, context: DecisionContext): Decision =>
  event.data.followers?.includes(parseStream(context.stream).key)
    ? onFollowedSuspended(run, event, context)
    : onBranchSuspended(run, event, context);

/** A yes or no goes to the run that asked, and to the run that this one is a branch of. */
const isOwnRun = ({ data }: Incoming<'approval.given'>, { stream }: Pick<DecisionContext, 'stream'>): boolean =>
  parseStream(stream).key === data.runId;
