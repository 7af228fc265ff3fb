import { Type } from 'typebox';
import { PlaybookSchedule } from '../artifacts/playbook';
import { Grants, PauseNumber, PlaybookInstance, Touch } from '../playbook-run';
import { Closed, Instant, RunStatus } from '../vocabulary';
import { event } from './event-definition';

const { playbook, day, attempt } = PlaybookInstance.properties;
const Armed = {
  playbook,
  ...PlaybookSchedule.properties,
  next: Instant,
  artifacts: Type.String({ description: 'the bundle that says so' }),
  activatedAt: Instant,
};

/** The router's decisions about the instances of one playbook. */
export const INSTANCE_EVENTS = {
  'schedule.set': event(
    'playbook',
    1,
    'The time was set at which the next instance of a playbook begins by itself.',
    Closed(Armed),
  ),
  'schedule.cleared': event(
    'playbook',
    1,
    'No instance of a playbook begins by itself any more.',
    Closed({ playbook, activatedAt: Instant }),
  ),
  'verdict.scheduled': event(
    'playbook',
    1,
    'The time was set at which the objective of a playbook is looked at next, without a sweep (EVL-05).',
    Closed(Armed),
  ),
  'verdict.unscheduled': event(
    'playbook',
    1,
    'From now on the objective of a playbook is checked only after its runs.',
    Closed({ playbook, activatedAt: Instant }),
  ),
  'instance.queued': event(
    'playbook',
    1,
    'The instance of a day waits until the one that is under way has ended.',
    Closed({ playbook, day, attempt, runId: Type.String() }),
  ),
  'instance.skipped': event(
    'playbook',
    1,
    'The instance of a day did not begin.',
    Closed({ playbook, day, attempt, runId: Type.String(), reason: Type.String() }),
  ),
  'instance.paused': event(
    'playbook',
    1,
    'The instance of a day waits to be let go on; one that is asked for meanwhile takes its place.',
    Closed({ playbook, day, runId: Type.String(), pause: PauseNumber }),
  ),
  'instance.resumed': event(
    'playbook',
    1,
    'A caller lets the instance of a day go on (PL-28).',
    Closed({ playbook, day, runId: Type.String(), pause: PauseNumber, granted: Grants }),
  ),
  'instance.completed': event(
    'playbook',
    1,
    'The instance of a day has ended.',
    Closed({
      playbook,
      day,
      runId: Type.String(),
      status: RunStatus,
      touched: Type.Array(Touch),
      completedAt: Instant,
    }),
  ),
} as const;
