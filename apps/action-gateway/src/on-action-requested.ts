import { readEffect, streamsForAction } from '@arbiter/domain';
import { performEffect, reactTo, vendorLane, type AnyReaction, type ProvenanceReader, type ServiceCore, type VendorPlaces } from '@arbiter/platform';
import type { ReadsUnderWay } from './reads-under-way';

/**
 * An allowed read is carried out before anything is appended, so that it is one append; everything else is decided first. A read that was
 * begun with a segment and took longer than the others is not called again.
 */
export function onActionRequested({ artifacts }: ServiceCore, places: VendorPlaces, provenances: ProvenanceReader, reads: ReadsUnderWay): AnyReaction {
  return reactTo('action.requested', {
    streams: streamsForAction,
    opens: () => true,
    perform: async (event, now) => {
      const { tenant, customerId, traceParent } = event;
      const [stream] = streamsForAction(event) as [string];
      const artifactsHash = event.data.artifacts;
      const begun = await reads.take(event);
      if (begun) return begun;
      const { runId, stepId } = event.data;
      const provenance = await provenances.read(tenant, { runId, stepIds: [stepId] });
      const bundle = artifacts.cached(artifactsHash) ?? (await artifacts.load(artifactsHash));
      const effect = readEffect(event, { now, stream, tenant, customerId, artifacts: bundle, artifactsHash, provenance });
      return effect ? performEffect(effect, places.reading(vendorLane(tenant, event.data.tool)), { tenant, traceParent }) : null;
    },
  });
}
