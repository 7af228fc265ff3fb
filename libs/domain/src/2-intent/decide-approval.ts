import type { Fact } from '@arbiter/contracts';
import type { PendingApproval, RoutingAction } from '../1-turn';
import type { RoutedTurn } from './routed-turn';
import { runRequested, threadFollowed } from './session-facts';

type Decided = Extract<RoutingAction, { do: 'decide_approval' }>;

/** A yes or no to exactly what was shown (AP-08); this turn's run reports how the waiting one goes on. */
export function decideApproval({ origin, context }: RoutedTurn, { thread, decision }: Decided): readonly Fact[] {
  const { threadId, runId, intentId } = thread;
  const [approval, next] = thread.approvals as readonly [PendingApproval, ...PendingApproval[]];
  const { actionId, binding } = approval;
  return [
    { name: 'approval.given', data: { runId, actionId, requestId: origin.requestId, decision, binding, decidedAt: context.now } },
    next
      ? threadFollowed(threadId, runId, 'workflow_proposed', { question: next.question, actionId: next.actionId, binding: next.binding })
      : threadFollowed(threadId, runId, 'in_progress'),
    runRequested(origin, context, { purpose: 'follow', threadId, intentId, follows: runId, copy: decision === 'approve' ? 'approved' : 'rejected' }),
  ];
}
