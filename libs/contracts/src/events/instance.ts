import { Type } from 'typebox';
import { PlaybookSchedule } from '../artifacts/playbook';
import { PlaybookInstance, Touch } from '../playbook-run';
import { Closed, Instant, RunStatus } from '../vocabulary';
import { event } from './event-definition';

const { playbook, day } = PlaybookInstance.properties;

/** What the router decided about the instances of one playbook. */
export const INSTANCE_EVENTS = {
  'schedule.set': event(
    'session',
    1,
    'The time was set at which the next instance of a playbook begins by itself.',
    Closed({
      playbook,
      ...PlaybookSchedule.properties,
      next: Instant,
      artifacts: Type.String({ description: 'the bundle that says so' }),
      activatedAt: Instant,
    }),
  ),
  'schedule.cleared': event(
    'session',
    1,
    'No instance of a playbook begins by itself any more.',
    Closed({ playbook, activatedAt: Instant }),
  ),
  'instance.queued': event(
    'session',
    1,
    'The instance of a day waits until the one that is under way has ended.',
    Closed({ playbook, day, runId: Type.String() }),
  ),
  'instance.skipped': event(
    'session',
    1,
    'The instance of a day did not begin.',
    Closed({ playbook, day, runId: Type.String(), reason: Type.String() }),
  ),
  'instance.completed': event(
    'session',
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
