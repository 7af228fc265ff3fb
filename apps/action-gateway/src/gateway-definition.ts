import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { ArtifactRegistry } from '@arbiter/artifacts';
import { actionDecider, artifactsOfAction, type ActionState } from '@arbiter/domain';
import { domainRules, type ShellDefinition } from '@arbiter/runtime';
import type { Database, EventStore, ProvenanceReader } from '@arbiter/store';
import { vendorLane, type VendorPlaces } from './tools/vendor-places';
import { carryOut } from './carry-out';
import { closeAfterwards, closeFirst, closeSameDeeds } from './close-same-deeds';
import { lookUp } from './look-up';
import { rememberActionEnd } from './remember-action-end';

/** The one path to the outside world (AG-13). */
export function gatewayDefinition(
  artifacts: ArtifactRegistry,
  places: VendorPlaces,
  provenances: ProvenanceReader,
  database: Database,
  store: EventStore,
): ShellDefinition<ActionState> {
  const close = closeSameDeeds(database, artifacts);
  const closeOthers = closeAfterwards(close, store);
  return {
    app: 'action-gateway',
    decider: actionDecider as ShellDefinition<ActionState>['decider'],
    effects: {
      'action.queued': carryOut(artifacts, places, closeFirst(close)),
      'action.look_requested': lookUp(artifacts, places, closeFirst(close)),
      'action.succeeded': async (event, tools) => {
        await rememberActionEnd(provenances)(event);
        await closeOthers(event, tools);
      },
      'action.settled': closeOthers,
      'action.failed': rememberActionEnd(provenances),
      'segment.ended': rememberActionEnd(provenances),
    },
    order: { laneOf, purposeOf, lanes: places.lanes },
    feeds: new Set(),
    rulesHash: domainRules('action', require.resolve('@arbiter/domain')),
    provenanceOf: (tenant, steps) => provenances.read(tenant, steps),
    artifactsOf: artifactsOfAction as ShellDefinition<ActionState>['artifactsOf'],
  };
}

/** One slow vendor takes no other vendor's places. */
const laneOf = (event: RecordedOf<EventName>): string =>
  event.name === 'action.queued' ? vendorLane(event.tenant, event.data.tool) : event.tenant;

/** An attempt that is taken up anew where it still waits keeps its place in line. */
const purposeOf = (event: RecordedOf<EventName>): string =>
  event.name === 'action.queued' ? `${event.stream}#${event.data.attempt}` : event.id;
