import type { EventData, Ignored, Waiting } from '@arbiter/contracts';
import type { PlanState } from '../state/plan-state';
import { isAmong } from '../state/waiting';

/** P5: why an answer does not count for the current wait; null: it does. */
export function staleAnswer(
  state: PlanState,
  awaited: Waiting,
  { waiting }: EventData<'plan.draft_failed'>,
): Ignored | null {
  if ('isPostponed' in state && state.isPostponed) return { ignored: 'already_postponed' };
  return isAmong(waiting, awaited) ? null : { ignored: 'answered_before' };
}
