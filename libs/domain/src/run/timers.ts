import type { DueChange, Fact } from '@arbiter/contracts';
import { instantAfter } from '../instant';
import type { StepKinds } from './state/run';

/** A run that is silent for this long is ended (EX-26). */
export const SILENCE_MILLISECONDS = 120_000;
/** How long a run of a playbook waits while no branch of it ends. */
export const BRANCH_PATIENCE_MILLISECONDS = 7 * 86_400_000;
/** How long a branch waits for a revision of its plan: longer than a planner asks for one, again and again. */
export const REVISION_PATIENCE_MILLISECONDS = 900_000;
/** R10: how long a run that is paused waits to be let go on. */
export const PAUSE_PATIENCE_MILLISECONDS = 7 * 86_400_000;
/** R11: how long a stopped run waits for an action that is undone, or that undoes. */
export const UNDO_PATIENCE_MILLISECONDS = 86_400_000;
/** How long the news of an expired approval may take. */
export const EXPIRY_GRACE_MILLISECONDS = 60_000;
/** How long actions in flight may take to answer a cancel. */
export const CANCEL_GRACE_MILLISECONDS = 15_000;
/** How often, and for how long, a run looks for the end of the run it reports; usually that run's event brings it. */
export const FOLLOW_MILLISECONDS = 1_000;
export const FOLLOW_PATIENCE_MILLISECONDS = 60_000;

const RUN_TIMERS = ['watchdog', 'follow', 'cancel'] as const;

/** The timers a fact of a run sets or clears: the run's own, and those of its steps. */
export const runTimers =
  (kinds: StepKinds) =>
  (fact: Fact): readonly DueChange[] => [
    ...ownTimers(fact),
    ...[...new Set(Object.values(kinds).map(({ timers }) => timers))].flatMap((timers) => timers(fact)),
  ];

function ownTimers(fact: Fact): readonly DueChange[] {
  switch (fact.name) {
    case 'run.opened':
      return [{ key: 'watchdog', at: instantAfter(fact.data.openedAt, SILENCE_MILLISECONDS) }];
    case 'run.continued':
      return [{ key: 'watchdog', at: instantAfter(fact.data.at, SILENCE_MILLISECONDS) }];
    case 'run.suspended':
      return [{ key: 'watchdog', at: instantAfter(fact.data.expiresAt, EXPIRY_GRACE_MILLISECONDS) }];
    case 'run.watched':
      return [{ key: fact.data.key, at: fact.data.at }];
    default:
      return RUN_TIMERS.flatMap((key) => clearedAtEnd(key, fact));
  }
}

/** A run that has ended waits for nothing. */
export const clearedAtEnd = (key: string, { name }: Fact): readonly DueChange[] =>
  name === 'run.completed' || name === 'branch.completed' ? [{ key, at: null }] : [];
