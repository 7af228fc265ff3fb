import type { Artifacts } from '@arbiter/artifacts';
import { hasTakenPlace, lookEffect } from '@arbiter/domain';
import type { Effect } from '@arbiter/runtime';
import type { closeFirst } from './close-same-deeds';
import { performEffect } from './tools/perform-effect';
import { budgetOf } from './tools/governor';
import { vendorLane, type VendorPlaces } from './tools/vendor-places';

/** Asks the vendor what became of an action; an answer that does not come is asked for again by the stream's timer. */
export const lookUp =
  (
    artifacts: Pick<Artifacts, 'load'>,
    places: VendorPlaces,
    close: ReturnType<typeof closeFirst>,
  ): Effect<'action.look_requested'> =>
  async (event, { submit, signal }) => {
    const { tenant, stream, traceParent, data } = event;
    const bundle = await artifacts.load(data.artifacts);
    const effect = lookEffect(event, bundle);
    if (!effect) return;
    const sender = places.reading(vendorLane(tenant, data.tool), budgetOf(bundle, tenant, data.tool));
    const ended = await performEffect(effect, sender, { tenant, traceParent, signal });
    if (hasTakenPlace(ended)) await close(event, submit);
    await submit(stream, ended, event);
  };
