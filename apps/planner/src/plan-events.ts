import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { RecordedOf } from '@arbiter/contracts';
import { streamsForPlan } from '@arbiter/domain';
import type { Recipients } from '@arbiter/runtime';

/** The events that concern a plan. */
@Controller()
export class PlanEvents {
  @EventPattern('run.requested')
  runRequested(event: RecordedOf<'run.requested'>): Recipients {
    return { streams: streamsForPlan(event), opens: true };
  }

  /** A run of a playbook waits at its key; the plan under the key comes back to the runs that wait. */
  @EventPattern(['plan.awaited', 'plan.cache_hit', 'plan.drawn_up', 'plan.draft_failed'])
  planAwaited(
    event: RecordedOf<'plan.awaited' | 'plan.cache_hit' | 'plan.drawn_up' | 'plan.draft_failed'>,
  ): Recipients {
    return { streams: streamsForPlan(event) };
  }

  /** PL-18: the first event about a branch whose plan failed. */
  @EventPattern('revision.requested')
  revisionRequested(event: RecordedOf<'revision.requested'>): Recipients {
    return { streams: streamsForPlan(event), opens: event.data.revision === 1 };
  }

  /** PL-28: a run that waited until a model may be asked waits at its key again. */
  @EventPattern('run.continued')
  runContinued(event: RecordedOf<'run.continued'>): Recipients {
    return { streams: streamsForPlan(event) };
  }

  @EventPattern(['revision.awaited', 'plan.revised'])
  revisionAwaited(event: RecordedOf<'revision.awaited' | 'plan.revised'>): Recipients {
    return { streams: streamsForPlan(event) };
  }
}
