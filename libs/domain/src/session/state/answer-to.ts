import { canonicalHash } from '../../canonical-hash';
import { isAsking, type PendingApproval, type Thread } from './session-state';

/**
 * Names the proposal that a button answers. A run may propose several actions: a second press must not approve the next
 * one.
 */
export const answerToOf = (actionId: string): string => canonicalHash({ actionId }).slice(0, 32);

/**
 * The thread with exactly that question put first, as long as it is open: the question its run ended with, or a
 * proposal.
 */
export function threadAsking(thread: Thread, answerTo: string): Thread | null {
  if (!isAsking(thread)) return null;
  if (thread.phase === 'waiting') return thread.runId === answerTo ? thread : null;
  const isMeant = ({ actionId }: PendingApproval): boolean => answerToOf(actionId) === answerTo;
  const meant = thread.approvals.filter(isMeant);
  return meant.length === 0
    ? null
    : { ...thread, approvals: [...meant, ...thread.approvals.filter((approval) => !isMeant(approval))] };
}
