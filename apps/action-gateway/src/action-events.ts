import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { RecordedOf } from '@arbiter/contracts';
import { stepOfAction, stepsOfSegment, streamsForAction } from '@arbiter/domain';
import type { Recipients } from '@arbiter/runtime';
import { EventStore } from '@arbiter/store';
import { approvalRefusal } from './approval-refusal';
import { ReadingParts } from './reading-parts';
import { reviewedApproval } from './reviewed-approval';
import { requestedSegment } from './requested-segment';
import { settlementRefusal } from './settlement-refusal';

/** The events that concern an action, or a segment of reads. */
@Controller()
export class ActionEvents {
  constructor(
    @Inject(ReadingParts) private readonly parts: ReadingParts,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  @EventPattern('action.requested')
  requested(event: RecordedOf<'action.requested'>): Recipients {
    return {
      streams: streamsForAction(event),
      opens: true,
      prepare: () => this.parts.provenances.read(event.tenant, stepOfAction(event.data)),
    };
  }

  @EventPattern('segment.requested')
  segmentRequested(event: RecordedOf<'segment.requested'>): Recipients {
    return {
      streams: streamsForAction(event),
      opens: true,
      prepare: () => this.parts.provenances.read(event.tenant, stepsOfSegment(event)),
      perform: () => requestedSegment(event, this.parts),
    };
  }

  @EventPattern('approval.given')
  approved(event: RecordedOf<'approval.given'>): Recipients {
    return {
      streams: streamsForAction(event),
      refusal: () => approvalRefusal(event, this.store, this.parts.provenances),
      perform: () => reviewedApproval(event, this.parts, this.store),
    };
  }

  @EventPattern('action.settlement_received')
  settled(event: RecordedOf<'action.settlement_received'>): Recipients {
    return { streams: streamsForAction(event), refusal: () => settlementRefusal(event, this.store) };
  }

  @EventPattern(['action.cancel_requested', 'segment.cancel_requested'])
  cancelRequested(event: RecordedOf<'action.cancel_requested' | 'segment.cancel_requested'>): Recipients {
    return { streams: streamsForAction(event) };
  }
}
