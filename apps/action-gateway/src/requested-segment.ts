import { stepLedTo, type RecordedOf } from '@arbiter/contracts';
import { SegmentWalk, stepsOfSegment, streamsForAction, type SegmentRead } from '@arbiter/domain';
import type { WithdrawnSegments } from '@arbiter/store';
import { performEffect } from './tools/perform-effect';
import { budgetOf } from './tools/governor';
import { vendorLane } from './tools/vendor-places';
import { carryOutSegment } from './carry-out-segment';
import type { ReadingParts } from './reading-parts';

/** A request older than this may have been withdrawn, and the event of it may be on its way. */
const YOUNG_MILLISECONDS = 50;

/**
 * The reads of a segment are carried out before anything is appended, so that all of them are one append, and the
 * action that they lead to is begun with it.
 */
export async function requestedSegment(
  segment: RecordedOf<'segment.requested'>,
  { artifacts, clock, places, provenances, reads, withdrawn }: ReadingParts,
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
  const placeOf = (tool: string) => places.reading(vendorLane(tenant, tool), budgetOf(bundle, tenant, tool));
  const done = await carryOutSegment(
    walk,
    async ({ effect, request }) =>
      (await reads.take(request)) ?? performEffect(effect, placeOf(request.data.tool), { tenant, traceParent }),
    () => clock.now(),
  );
  for (const [{ request }, performing] of done.underWay) reads.keep(request, performing);
  const isWithdrawn = await isNotWanted(segment, clock.now(), withdrawn);
  return { name: 'segment.read', segment, reads: done.reads, isWithdrawn };
}

/** EX-20: the action that is not begun, since its run has withdrawn it by the log. */
async function isNotWanted(
  { tenant, data }: RecordedOf<'segment.requested'>,
  now: string,
  withdrawn: WithdrawnSegments,
): Promise<boolean> {
  const isYoung = Date.parse(now) - Date.parse(data.requestedAt) < YOUNG_MILLISECONDS;
  return stepLedTo(data) !== undefined && !isYoung && (await withdrawn.has(tenant, data));
}
