import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { RecordedOf } from '@arbiter/contracts';
import { streamsForRun, type RunEvent } from '@arbiter/domain';
import type { Recipients } from '@arbiter/runtime';
import { EventStore } from '@arbiter/store';
import { approvalRefusal } from './approval-refusal';

/** A plan is made in a few milliseconds, mostly: with it the run is opened and goes on in one append. */
const PLAN_MILLISECONDS = 50;

/** The events that concern a run. */
@Controller()
export class RunEvents {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  /** Usually the first that is heard of a run; one that overtakes others waits for their streams. */
  @EventPattern('run.requested')
  requested(event: RecordedOf<'run.requested'>): Recipients {
    const isOfOne = event.data.overtakes.length === 0;
    return { streams: streamsForRun(event), opens: isOfOne, ...(isOfOne && { patience: PLAN_MILLISECONDS }) };
  }

  @EventPattern(['plan.accepted', 'plan.rejected', 'plan.postponed'])
  planned(event: RecordedOf<'plan.accepted' | 'plan.rejected' | 'plan.postponed'>): Recipients {
    return { streams: streamsForRun(event), opens: true };
  }

  /** Opens the run of each branch that it names. */
  @EventPattern('branch.requested')
  branchRequested(event: RecordedOf<'branch.requested'>): Recipients {
    return { streams: streamsForRun(event), opens: true };
  }

  @EventPattern([
    'action.denied',
    'action.suspended',
    'action.rejected',
    'action.succeeded',
    'action.failed',
    'action.unknown',
    'action.settled',
    'action.cancelled',
    'segment.ended',
    'segment.returned',
  ])
  heardOfAction(event: RunEvent): Recipients {
    return { streams: streamsForRun(event) };
  }

  @EventPattern('approval.given')
  approved(event: RecordedOf<'approval.given'>): Recipients {
    return { streams: streamsForRun(event), refusal: () => approvalRefusal(event, this.store) };
  }

  @EventPattern([
    'run.cancel_received',
    'run.cancel_requested',
    'run.suspended',
    'run.completed',
    'branch.completed',
    'branch.cancel_requested',
    'revision.accepted',
    'revision.declined',
    'revision.postponed',
    'branch.continue_requested',
    'run.paused',
    'instance.resumed',
    'agent.answered',
    'agent.call_ended',
    'agent.paused',
    'agent.resumed',
    'agent.completed',
  ])
  concerned(event: RunEvent): Recipients {
    return { streams: streamsForRun(event) };
  }
}
