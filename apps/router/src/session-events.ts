import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { RecordedOf } from '@arbiter/contracts';
import { streamsForSession } from '@arbiter/domain';
import type { Wake } from '@arbiter/platform';

/** The events that concern a session. */
@Controller()
export class SessionEvents {
  /** What a person wrote; the first of a session begins its stream. */
  @EventPattern(['turn.received', 'run.submitted', 'playbook.submitted'])
  received(event: RecordedOf<'turn.received' | 'run.submitted' | 'playbook.submitted'>): Wake {
    return { streams: streamsForSession(event), opens: event.version === 1 };
  }

  @EventPattern(['run.suspended', 'run.completed', 'run.settled'])
  heardOfRun(event: RecordedOf<'run.suspended' | 'run.completed' | 'run.settled'>): Wake {
    return { streams: streamsForSession(event) };
  }
}
