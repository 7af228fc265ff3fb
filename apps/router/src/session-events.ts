import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { playbookName, type RecordedOf } from '@arbiter/contracts';
import { streamsForActivation, streamsForPause, streamsForSession, streamsForSubmission } from '@arbiter/domain';
import { Keyring, type Wake } from '@arbiter/platform';

/** The events that concern a session: a person's, or a playbook's. */
@Controller()
export class SessionEvents {
  constructor(@Inject(Keyring) private readonly keyring: Keyring) {}

  /** What a person wrote; the first of a session begins its stream. */
  @EventPattern(['turn.received', 'run.submitted'])
  received(event: RecordedOf<'turn.received' | 'run.submitted'>): Wake {
    return { streams: streamsForSession(event), opens: event.version === 1 };
  }

  @EventPattern(['playbook.submitted', 'approval.received', 'resume.received'])
  submitted(event: RecordedOf<'playbook.submitted' | 'approval.received' | 'resume.received'>): Wake {
    return { streams: streamsForSubmission(event) };
  }

  /** Somebody asked in a chat, and the gateway let it through. */
  @EventPattern('playbook.asked')
  async asked(event: RecordedOf<'playbook.asked'>): Promise<Wake> {
    const { tenant, data } = event;
    await this.keyring.create([{ tenant, customerId: playbookName(data.playbook) }]);
    return { streams: streamsForSubmission(event) };
  }

  /** A playbook that begins by itself is nobody's message: its data key is made before its schedule is armed. */
  @EventPattern('artifact.activated')
  async activated(event: RecordedOf<'artifact.activated'>): Promise<Wake> {
    const { tenant, data } = event;
    const owners = (data.playbooks ?? []).map((playbook) => ({ tenant, customerId: playbookName(playbook) }));
    await this.keyring.create(owners);
    return { streams: streamsForActivation(event) };
  }

  @EventPattern('run.paused')
  paused(event: RecordedOf<'run.paused'>): Wake {
    return { streams: streamsForPause(event) };
  }

  @EventPattern(['run.suspended', 'run.completed', 'run.settled'])
  heardOfRun(event: RecordedOf<'run.suspended' | 'run.completed' | 'run.settled'>): Wake {
    return { streams: streamsForSession(event) };
  }
}
