import { artifactsOfRun, audienceOfRun, runDecider, type RunState } from '@arbiter/domain';
import { domainRules, type ServiceCore, type Shell, type ShellDefinition } from '@arbiter/platform';
import { askForReply } from './ask-for-reply';
import { noteEnd } from './note-end';
import { onRunRequested } from './on-run-requested';
import { onPlanAccepted } from './on-plan-accepted';
import { onPlanRejected } from './on-plan-rejected';
import { onRunCancelReceived } from './on-run-cancel-received';
import { onRunCancelRequested } from './on-run-cancel-requested';
import { onApprovalGiven } from './on-approval-given';
import { onRunCompleted } from './on-run-completed';
import { onSegmentReturned } from './on-segment-returned';
import { onActionDenied } from './on-action-denied';
import { onActionSuspended } from './on-action-suspended';
import { onActionRejected } from './on-action-rejected';
import { onActionSucceeded } from './on-action-succeeded';
import { onActionFailed } from './on-action-failed';
import { onActionUnknown } from './on-action-unknown';
import { onActionCancelled } from './on-action-cancelled';

/** Walks plans. It alone shows people anything (EV-05). */
export const executorDefinition = (core: ServiceCore, shell: () => Shell<RunState>): ShellDefinition<RunState> => ({
  app: 'executor',
  decider: runDecider as ShellDefinition<RunState>['decider'],
  reactions: [
    onRunRequested, onPlanAccepted, onPlanRejected, onRunCancelReceived, onRunCancelRequested, onApprovalGiven, onRunCompleted, onSegmentReturned, onActionDenied, onActionSuspended, onActionRejected, onActionSucceeded, onActionFailed, onActionUnknown, onActionCancelled,
  ],
  effects: { 'reply.requested': askForReply(core, shell), 'run.completed': noteEnd(core) },
  feeds: new Set(),
  rulesHash: domainRules('run', require.resolve('@arbiter/domain')),
  artifactsOf: artifactsOfRun as ShellDefinition<RunState>['artifactsOf'],
  audience: audienceOfRun,
});
