import type { Command, RecordedOf } from '@arbiter/contracts';
import { readEffect, stepOfAction, streamsForAction } from '@arbiter/domain';
import { performEffect } from './tools/perform-effect';
import { vendorLane } from './tools/vendor-places';
import type { ReadingParts } from './reading-parts';

/**
 * An allowed read is carried out before anything is appended, so that it is one append; everything else is decided
 * first. A read that was begun with a segment and took longer than the others is not called again.
 */
export async function requestedRead(
  event: RecordedOf<'action.requested'>,
  { artifacts, clock, places, provenances, reads }: ReadingParts,
): Promise<Command | null> {
  const begun = await reads.take(event);
  if (begun) return begun;
  const { tenant, customerId, traceParent } = event;
  const [stream] = streamsForAction(event) as [string];
  const artifactsHash = event.data.artifacts;
  const provenance = await provenances.read(tenant, stepOfAction(event.data));
  const bundle = await artifacts.load(artifactsHash);
  // Its time begins now: the look-ups before may have taken minutes, which shows nothing about the vendor.
  const now = clock.now();
  const effect = readEffect(event, { now, stream, tenant, customerId, artifacts: bundle, artifactsHash, provenance });
  return effect
    ? performEffect(effect, places.reading(vendorLane(tenant, event.data.tool)), { tenant, traceParent })
    : null;
}
