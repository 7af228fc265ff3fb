import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { RecordedOf } from '@arbiter/contracts';
import { streamsForPlan } from '@arbiter/domain';
import type { Wake } from '@arbiter/platform';

/** The events that concern a plan. */
@Controller()
export class PlanEvents {
  @EventPattern('run.requested')
  runRequested(event: RecordedOf<'run.requested'>): Wake {
    return { streams: streamsForPlan(event), opens: true };
  }
}
