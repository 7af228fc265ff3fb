import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { agentStream, type RecordedOf } from '@arbiter/contracts';
import type { Recipients } from '@arbiter/runtime';

type Concerning = 'agent.cancel_requested' | 'agent.pause_received' | 'agent.resume_received';

/** The events that concern an agent; how its calls ended is heard by run-events. */
@Controller()
export class AgentEvents {
  @EventPattern('agent.requested')
  requested({ tenant, data }: RecordedOf<'agent.requested'>): Recipients {
    return { streams: [agentStream(tenant, data)], opens: true };
  }

  @EventPattern(['agent.cancel_requested', 'agent.pause_received', 'agent.resume_received'])
  concerned({ tenant, data }: RecordedOf<Concerning>): Recipients {
    return { streams: [agentStream(tenant, data)] };
  }
}
