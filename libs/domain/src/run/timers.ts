import type { DueChange, Fact } from '@arbiter/contracts';
import { lapsesAt } from '../asking-again';
import { instantAfter } from '../instant';

/** A run that is silent for this long is ended (EX-26). */
export const SILENCE_MILLISECONDS = 120_000;
/** How long a run of a playbook waits while no branch of it ends. */
export const BRANCH_PATIENCE_MILLISECONDS = 7 * 86_400_000;
/** How long a branch waits for a revision of its plan: longer than a planner asks for one, again and again. */
export const REVISION_PATIENCE_MILLISECONDS = 900_000;
/** R10: how long a run that is paused waits to be let go on. */
export const PAUSE_PATIENCE_MILLISECONDS = 7 * 86_400_000;
/** How long the news of an expired approval may take. */
export const EXPIRY_GRACE_MILLISECONDS = 60_000;
/** How long actions in flight may take to answer a cancel. */
export const CANCEL_GRACE_MILLISECONDS = 15_000;
/** How often, and for how long, a run looks for the end of the run it reports; usually that run's event brings it. */
export const FOLLOW_MILLISECONDS = 1_000;
export const FOLLOW_PATIENCE_MILLISECONDS = 60_000;

export const RUN_TIMERS = ['watchdog', 'follow', 'cancel', 'reply', 'retrieval'] as const;

const SLOT_TIMER = 'slot ';
/** The timer of a slot that a model is asked for; a run that has the answer ignores it. */
export const slotTimerKey = (stepId: string): string => `${SLOT_TIMER}${stepId}`;
/** The step whose slot a timer belongs to, or null. */
export const stepOfSlotTimer = (key: string): string | null =>
  key.startsWith(SLOT_TIMER) ? key.slice(SLOT_TIMER.length) : null;

/** The timers a fact of a run sets or clears. */
export function runTimers(fact: Fact): readonly DueChange[] {
  switch (fact.name) {
    case 'run.opened':
      return [{ key: 'watchdog', at: instantAfter(fact.data.openedAt, SILENCE_MILLISECONDS) }];
    case 'run.continued':
      return [{ key: 'watchdog', at: instantAfter(fact.data.at, SILENCE_MILLISECONDS) }];
    case 'run.suspended':
      return [{ key: 'watchdog', at: instantAfter(fact.data.expiresAt, EXPIRY_GRACE_MILLISECONDS) }];
    case 'run.watched':
      return [{ key: fact.data.key, at: fact.data.at }];
    case 'slot.requested':
      return [{ key: slotTimerKey(fact.data.stepId), at: lapsesAt(fact.data.at, fact.data.asked) }];
    case 'retrieval.requested':
      return [{ key: 'retrieval', at: fact.data.deadline }];
    case 'reply.requested':
      return [{ key: 'reply', at: fact.data.deadline }];
    case 'reply.composed':
      return [{ key: 'reply', at: null }];
    case 'run.completed':
    case 'branch.completed':
      return RUN_TIMERS.map((key) => ({ key, at: null }));
    default:
      return [];
  }
}
