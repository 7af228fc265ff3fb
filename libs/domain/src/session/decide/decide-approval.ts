import type { Fact } from '@arbiter/contracts';
import type { RoutingAction } from '../routing/routing';
import type { PendingApproval, ProposedThread } from '../state/session-state';
import type { RoutedTurn } from './routed-turn';
import { runRequested } from '../../run-request';
import { threadFollowed } from './session-facts';

type Decided = Extract<RoutingAction, { do: 'decide_approval' }>;

/**
 * A yes or no to exactly the proposal that was shown (AP-08); this turn's run reports how the first of the waiting ones
 * goes on.
 */
export function decideApproval(
  { origin, context }: RoutedTurn,
  { threads, decision, otherwise }: Decided,
): readonly Fact[] {
  const [{ threadId, runId, intentId }] = threads;
  return [
    ...threads.flatMap((thread) => decidedOne(thread, decision, origin.requestId, context.now)),
    ...otherwise.flatMap((thread) => decidedOne(thread, OPPOSITE[decision], origin.requestId, context.now)),
    runRequested(origin, context, {
      purpose: 'follow',
      threadId,
      intentId,
      follows: runId,
      copy: decision === 'approve' ? 'approved' : 'rejected',
    }),
  ];
}

const OPPOSITE = { approve: 'reject', reject: 'approve' } as const;

function decidedOne(
  { threadId, runId, approvals }: ProposedThread,
  decision: Decided['decision'],
  requestId: string,
  now: string,
): readonly Fact[] {
  const [approval, next] = approvals as readonly [PendingApproval, ...PendingApproval[]];
  const { actionId, binding } = approval;
  return [
    { name: 'approval.given', data: { runId, actionId, requestId, decision, binding, decidedAt: now } },
    next
      ? threadFollowed(threadId, runId, 'workflow_proposed', {
          question: next.question,
          actionId: next.actionId,
          binding: next.binding,
          askedAt: now,
        })
      : threadFollowed(threadId, runId, 'in_progress'),
  ];
}
