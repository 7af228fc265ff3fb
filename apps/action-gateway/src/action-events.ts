import { Controller, Inject } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { RecordedOf } from '@arbiter/contracts';
import { streamsForAction } from '@arbiter/domain';
import { ProvenanceReader, ServiceCore, VendorPlaces, WithdrawnSegments, type Wake } from '@arbiter/platform';
import { approvalRefusal } from './approval-refusal';
import type { ReadingParts } from './reading-parts';
import { ReadsUnderWay } from './reads-under-way';
import { requestedRead } from './requested-read';
import { reviewedApproval } from './reviewed-approval';
import { requestedSegment } from './requested-segment';

/** The events that concern an action, or a segment of reads. */
@Controller()
export class ActionEvents implements ReadingParts {
  constructor(
    @Inject(ServiceCore) readonly core: ServiceCore,
    @Inject(VendorPlaces) readonly places: VendorPlaces,
    @Inject(ProvenanceReader) readonly provenances: ProvenanceReader,
    @Inject(ReadsUnderWay) readonly reads: ReadsUnderWay,
    @Inject(WithdrawnSegments) readonly withdrawn: WithdrawnSegments,
  ) {}

  @EventPattern('action.requested')
  requested(event: RecordedOf<'action.requested'>): Wake {
    return {
      streams: streamsForAction(event),
      opens: true,
      perform: () => requestedRead(event, this),
    };
  }

  @EventPattern('segment.requested')
  segmentRequested(event: RecordedOf<'segment.requested'>): Wake {
    return {
      streams: streamsForAction(event),
      opens: true,
      perform: () => requestedSegment(event, this),
    };
  }

  @EventPattern('approval.given')
  approved(event: RecordedOf<'approval.given'>): Wake {
    return {
      streams: streamsForAction(event),
      refusal: () => approvalRefusal(event, this.core, this.provenances),
      perform: () => reviewedApproval(event, this),
    };
  }

  @EventPattern(['action.cancel_requested', 'segment.cancel_requested'])
  cancelRequested(event: RecordedOf<'action.cancel_requested' | 'segment.cancel_requested'>): Wake {
    return { streams: streamsForAction(event) };
  }
}
