import type { RecordedOf } from '@arbiter/contracts';
import { SegmentWalk, stepsOfSegment, streamsForAction, type SegmentRead } from '@arbiter/domain';
import { performEffect, vendorLane } from '@arbiter/platform';
import { carryOutSegment } from './carry-out-segment';
import type { ReadingParts } from './reading-parts';

/** The reads of a segment are carried out before anything is appended, so that all of them are one append. */
export async function requestedSegment(
  segment: RecordedOf<'segment.requested'>,
  { artifacts, clock, places, provenances, reads }: ReadingParts,
): Promise<SegmentRead> {
  const {
    tenant,
    customerId,
    traceParent,
    data: { artifacts: artifactsHash },
  } = segment;
  const [stream] = streamsForAction(segment) as [string];
  const provenance = await provenances.read(tenant, stepsOfSegment(segment));
  const bundle = await artifacts.load(artifactsHash);
  const walk = new SegmentWalk(segment, {
    now: clock.now(),
    stream,
    tenant,
    customerId,
    artifacts: bundle,
    artifactsHash,
    provenance,
  });
  const done = await carryOutSegment(
    walk,
    ({ effect, request }) =>
      performEffect(effect, places.reading(vendorLane(tenant, request.data.tool)), { tenant, traceParent }),
    () => clock.now(),
  );
  for (const [{ request }, performing] of done.underWay) reads.keep(request, performing);
  return {
    name: 'segment.read',
    segment,
    reads: done.reads,
    alone: [...[...done.underWay.keys()].map(({ stepId }) => stepId), ...done.notCalled],
  };
}
