import {
  dayIn,
  lastOccurrence,
  nextOccurrence,
  type Decision,
  type DecisionContext,
  type Fact,
  type Incoming,
} from '@arbiter/contracts';
import { instanceFacts, instanceRun, instanceSkipped, switchedOn } from './begin-instance';
import { evolvePlaybook } from './evolve-playbook';
import { isKnown, type PlaybookState, type SetSchedule } from './playbook-state';

/** A time of the schedule that is older than this was missed: nothing was there to begin its instance. */
const MISSED_AFTER_MILLISECONDS = 5 * 60_000;

/** A bundle was activated: what it says of the playbook's schedule holds from now on. */
export function decideActivated(
  state: PlaybookState,
  playbook: string,
  { data: { activatedAt } }: Incoming<'artifact.activated'>,
  context: DecisionContext,
): Decision {
  if (activatedAt <= state.activatedAt) return { ignored: 'older_activation' };
  const { schedule } = switchedOn(context, playbook) ?? {};
  if (!schedule) return [{ name: 'schedule.cleared', data: { playbook, activatedAt } }];
  const before = state.schedule;
  const isSame = before?.cron === schedule.cron && before.timeZone === schedule.timeZone;
  return [
    scheduled(
      { playbook, ...schedule, artifacts: context.artifactsHash, activatedAt },
      isSame ? before.next : nextOccurrence(schedule, context.now),
    ),
  ];
}

const scheduled = (schedule: Omit<SetSchedule, 'next'>, next: string | null): Fact =>
  next === null
    ? { name: 'schedule.cleared', data: { playbook: schedule.playbook, activatedAt: schedule.activatedAt } }
    : { name: 'schedule.set', data: { ...schedule, next } };

/** A time of the schedule has come. Of several that were missed the latest alone counts. */
export function decideScheduleDue(state: PlaybookState, context: DecisionContext): Decision {
  const { schedule } = state;
  if (schedule === null || context.now < schedule.next) return { ignored: 'not_due' };
  const { next, ...armed } = schedule;
  const latest = lastOccurrence(schedule, next, context.now);
  const day = dayIn(schedule.timeZone, latest);
  const isMissed = Date.parse(context.now) - Date.parse(latest) > MISSED_AFTER_MILLISECONDS;
  const begins = !isMissed || schedule.missed === 'catch_up';
  return [
    scheduled(armed, nextOccurrence(schedule, context.now)),
    ...(begins
      ? instanceFacts(state, schedule.playbook, day, context)
      : missedFacts(state, schedule.playbook, day, context)),
  ];
}

/** What somebody asked for by hand begins, or has begun, all the same. */
const missedFacts = (state: PlaybookState, playbook: string, day: string, context: DecisionContext): readonly Fact[] =>
  isKnown(state, day) ? [] : [instanceSkipped(playbook, day, 'missed', context)];

/** Somebody asked for the instance of a day. */
export function decideSubmitted(
  state: PlaybookState,
  { data: { playbook, day } }: Incoming<'playbook.submitted' | 'playbook.asked'>,
  context: DecisionContext,
): Decision {
  const facts = instanceFacts(state, playbook, day, context);
  return facts.length === 0 ? { ignored: 'already_begun' } : facts;
}

/** The instance under way has ended; the next of those that wait begins. */
export function decideInstanceEnded(
  state: PlaybookState,
  playbook: string,
  { data: { runId, status, touched = [], completedAt } }: Incoming<'run.completed'>,
  context: DecisionContext,
): Decision {
  if (state.underWay?.runId !== runId) return { ignored: 'not_the_instance_under_way' };
  const { day } = state.underWay;
  const ended: Fact = { name: 'instance.completed', data: { playbook, day, runId, status, touched, completedAt } };
  return [ended, ...nextInLine(evolvePlaybook(state, ended), playbook, context)];
}

function nextInLine({ waiting, touches }: PlaybookState, playbook: string, context: DecisionContext): readonly Fact[] {
  const [next] = waiting;
  if (!next) return [];
  const active = switchedOn(context, playbook);
  if (active) return [instanceRun(active, next.day, touches, context)];
  return waiting.map(({ day }) => instanceSkipped(playbook, day, 'not_switched_on', context));
}
