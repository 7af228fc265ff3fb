import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { playbookName, type RecordedOf } from '@arbiter/contracts';
import { streamsForActivation, streamsForInstance, streamsForSession, streamsForSubmission } from '@arbiter/domain';
import type { Recipients } from '@arbiter/runtime';
import { Keyring } from '@arbiter/store';

/** The events that concern the session of a person, or a playbook. */
@Controller()
export class SessionEvents {
  constructor(@Inject(Keyring) private readonly keyring: Keyring) {}

  /** A person's message; the first of a session begins its stream. */
  @EventPattern(['turn.received', 'run.submitted'])
  received(event: RecordedOf<'turn.received' | 'run.submitted'>): Recipients {
    return { streams: streamsForSession(event), opens: event.version === 1 };
  }

  @EventPattern(['playbook.submitted', 'approval.received', 'resume.received'])
  submitted(event: RecordedOf<'playbook.submitted' | 'approval.received' | 'resume.received'>): Recipients {
    return { streams: streamsForSubmission(event) };
  }

  /** A person asked for it in a chat, and the gateway let the action through. */
  @EventPattern('playbook.asked')
  asked(event: RecordedOf<'playbook.asked'>): Recipients {
    const { tenant, data } = event;
    return { streams: streamsForSubmission(event), perform: () => this.makeKeys(tenant, [data.playbook]) };
  }

  /**
   * No person's message creates the data key of a playbook that begins by itself, so the key is made before its
   * schedule is armed.
   */
  @EventPattern('artifact.activated')
  activated(event: RecordedOf<'artifact.activated'>): Recipients {
    const { tenant, data } = event;
    return { streams: streamsForActivation(event), perform: () => this.makeKeys(tenant, data.playbooks ?? []) };
  }

  @EventPattern('run.paused')
  paused(event: RecordedOf<'run.paused'>): Recipients {
    return { streams: streamsForInstance(event) };
  }

  @EventPattern('run.completed')
  completed(event: RecordedOf<'run.completed'>): Recipients {
    return { streams: [...streamsForSession(event), ...streamsForInstance(event)] };
  }

  @EventPattern(['run.suspended', 'run.settled'])
  heardOfRun(event: RecordedOf<'run.suspended' | 'run.settled'>): Recipients {
    return { streams: streamsForSession(event) };
  }

  private async makeKeys(tenant: string, playbooks: readonly string[]): Promise<null> {
    await this.keyring.create(playbooks.map((playbook) => ({ tenant, customerId: playbookName(playbook) })));
    return null;
  }
}
