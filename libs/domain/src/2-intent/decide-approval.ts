import type { DecisionContext, EventData, Fact } from '@arbiter/contracts';
import type { PendingApproval, RoutingAction } from '../1-turn';
import { runRequested, threadFollowed } from './session-facts';

type Decided = Extract<RoutingAction, { do: 'decide_approval' }>;

/** A yes or no to exactly what was shown (AP-08); this turn's run reports how the waiting one goes on. */
export function decideApproval(turn: EventData<'turn.received'>, { thread, decision }: Decided, context: DecisionContext): readonly Fact[] {
  const { threadId, runId, intentId } = thread;
  const [approval, next] = thread.approvals as readonly [PendingApproval, ...PendingApproval[]];
  const { actionId, binding } = approval;
  return [
    { name: 'approval.given', data: { runId, actionId, requestId: turn.requestId, decision, binding, decidedAt: context.now } },
    next
      ? threadFollowed(threadId, runId, 'workflow_proposed', { question: next.question, actionId: next.actionId, binding: next.binding })
      : threadFollowed(threadId, runId, 'in_progress'),
    runRequested(turn, context, { purpose: 'follow', threadId, intentId, follows: runId, copy: decision === 'approve' ? 'approved' : 'rejected' }),
  ];
}
