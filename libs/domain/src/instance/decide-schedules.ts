import {
  dayOfPlaybook,
  lastOccurrence,
  nextOccurrence,
  type Decision,
  type DecisionContext,
  type Fact,
  type Incoming,
  type PlaybookSchedule,
} from '@arbiter/contracts';
import { instanceFacts, instanceSkipped, switchedOn, verdictRun } from './begin-instance';
import { isKnown, type PlaybookState, type SetSchedule } from './playbook-state';

/** A time of a schedule that is older than this was missed: no process was there to begin the instance. */
const MISSED_AFTER_MILLISECONDS = 5 * 60_000;

/** A bundle was activated: its schedules for the playbook hold from now on. */
export function decideActivated(
  state: PlaybookState,
  playbook: string,
  { data: { activatedAt } }: Incoming<'artifact.activated'>,
  context: DecisionContext,
): Decision {
  if (activatedAt <= state.activatedAt) return { ignored: 'older_activation' };
  const { schedule, watch } = switchedOn(context, playbook) ?? {};
  const armed = { playbook, artifacts: context.artifactsHash, activatedAt };
  const facts = [
    ...(schedule ? [scheduled({ ...armed, ...schedule }, nextOf(state.schedule, schedule, context))] : []),
    ...(!schedule && state.schedule ? [cleared(armed)] : []),
    ...(watch ? [looking({ ...armed, ...watch }, nextOf(state.watch, watch, context))] : []),
    ...(!watch && state.watch ? [notLooking(armed)] : []),
  ];
  // Written down even where there was nothing to clear: an older activation that comes late must arm nothing.
  return facts.length === 0 ? [cleared(armed)] : facts;
}

/** A due time stays due while the schedule is unchanged. */
function nextOf(before: SetSchedule | null, schedule: PlaybookSchedule, { now }: DecisionContext): string | null {
  const isSame = before?.cron === schedule.cron && before.timeZone === schedule.timeZone;
  return isSame ? before.next : nextOccurrence(schedule, now);
}

type Arming = Omit<SetSchedule, 'next'>;

type Activation = Pick<Arming, 'playbook' | 'activatedAt'>;

const scheduled = (schedule: Arming, next: string | null): Fact =>
  next === null ? cleared(schedule) : { name: 'schedule.set', data: { ...schedule, next } };

const cleared = ({ playbook, activatedAt }: Activation): Fact => ({
  name: 'schedule.cleared',
  data: { playbook, activatedAt },
});

const looking = (watch: Arming, next: string | null): Fact =>
  next === null ? notLooking(watch) : { name: 'verdict.scheduled', data: { ...watch, next } };

const notLooking = ({ playbook, activatedAt }: Activation): Fact => ({
  name: 'verdict.unscheduled',
  data: { playbook, activatedAt },
});

/** A time of the schedule has come. */
export function decideScheduleDue(state: PlaybookState, context: DecisionContext): Decision {
  const { schedule } = state;
  if (schedule === null || context.now < schedule.next) return { ignored: 'not_due' };
  const { latest, isTaken } = timeOf(schedule, context);
  const day = dayOfPlaybook(context.artifacts, { schedule }, latest);
  return [
    scheduled(schedule, nextOccurrence(schedule, context.now)),
    ...(isTaken
      ? instanceFacts(state, schedule.playbook, { day, attempt: 1 }, context)
      : missedFacts(state, schedule.playbook, day, context)),
  ];
}

/**
 * EVL-05: a time has come to look at the objective: of the day that an instance begun now would be of, whatever time
 * was missed. It is no instance of that day.
 */
export function decideVerdictDue({ watch }: PlaybookState, context: DecisionContext): Decision {
  if (watch === null || context.now < watch.next) return { ignored: 'not_due' };
  const { latest, isTaken } = timeOf(watch, context);
  const active = switchedOn(context, watch.playbook);
  const day = dayOfPlaybook(context.artifacts, active, context.now);
  return [
    looking(watch, nextOccurrence(watch, context.now)),
    ...(isTaken && active ? [verdictRun(active, latest, day, context)] : []),
  ];
}

/** Of several times that have come the latest alone counts, unless it was missed and is not caught up. */
function timeOf(set: SetSchedule, { now }: DecisionContext): { readonly latest: string; readonly isTaken: boolean } {
  const latest = lastOccurrence(set, set.next, now);
  const isMissed = Date.parse(now) - Date.parse(latest) > MISSED_AFTER_MILLISECONDS;
  return { latest, isTaken: !isMissed || set.missed === 'catch_up' };
}

/** An instance that a person asked for begins, or has begun, anyway. */
const missedFacts = (state: PlaybookState, playbook: string, day: string, context: DecisionContext): readonly Fact[] =>
  isKnown(state, day) ? [] : [instanceSkipped({ playbook, day }, 'missed', context)];
