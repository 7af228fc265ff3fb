import type { Artifacts } from '@arbiter/artifacts';
import type { EventName, Recorded, RecordedOf } from '@arbiter/contracts';
import { dispatchEffect, hasTakenPlace, type PlaceGranted } from '@arbiter/domain';
import type { Effect } from '@arbiter/runtime';
import type { closeFirst } from './close-same-deeds';
import { performEffect } from './tools/perform-effect';
import { budgetOf } from './tools/governor';
import type { VendorPlaces } from './tools/vendor-places';

/**
 * For an attempt that was queued and has its place in the lane: has it dispatched, sends it, and reports the outcome to
 * the action. The place is held until then.
 *
 * 1. Nothing is sent before its dispatch is committed, and only by the process that committed it.
 * 2. An attempt that was taken back, or went to another process, meanwhile is not dispatched here: then the place is
 *    given back at once.
 * 3. What was done is closed elsewhere before it is recorded here.
 */
export const carryOut =
  (
    artifacts: Pick<Artifacts, 'load'>,
    places: VendorPlaces,
    close: ReturnType<typeof closeFirst>,
  ): Effect<'action.queued'> =>
  async (event, { submit, signal }) => {
    const {
      tenant,
      stream,
      traceParent,
      data: { attempt, tool, unsettled },
    } = event;
    const bundle = await artifacts.load(event.data.artifacts);
    const permit = await places.permit(budgetOf(bundle, tenant, tool), signal);
    if (!permit) return;
    try {
      const granted: PlaceGranted = { name: 'place.granted', attempt };
      const dispatch = signal.aborted ? undefined : (await submit(stream, granted, event)).find(isDispatch);
      if (!dispatch) return;
      const effect = dispatchEffect(dispatch, bundle, unsettled);
      const ended = await performEffect(effect, permit, { tenant, traceParent, signal });
      if (hasTakenPlace(ended)) await close(dispatch, submit);
      await submit(stream, ended, dispatch);
    } finally {
      permit.giveBack();
    }
  };

const isDispatch = (fact: RecordedOf<EventName>): fact is Recorded<'action.dispatched'> =>
  fact.name === 'action.dispatched';
