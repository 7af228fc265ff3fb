import type { EventName, RecordedOf } from '@arbiter/contracts';
import { actionDecider, artifactsOfAction, stepsBefore, type ActionState } from '@arbiter/domain';
import { ProvenanceReader, ToolRunner, VendorPlaces, domainRules, integer, vendorLane, type ServiceCore, type ShellDefinition } from '@arbiter/platform';
import { carryOut } from './carry-out';
import { noteEnd } from './note-end';
import { onActionCancelRequested } from './on-action-cancel-requested';
import { onActionRequested } from './on-action-requested';
import { onApprovalGiven } from './on-approval-given';
import { onSegmentCancelRequested } from './on-segment-cancel-requested';
import { onSegmentRequested } from './on-segment-requested';
import { ReadsUnderWay } from './reads-under-way';

const REQUESTS_PER_SECOND = 200;

/** The one path to the outside world (AG-13). */
export function gatewayDefinition(core: ServiceCore): ShellDefinition<ActionState> {
  const requestsPerSecond = integer(core.environment, 'ARBITER_VENDOR_REQUESTS_PER_SECOND', REQUESTS_PER_SECOND, 1, 100_000);
  const runner = new ToolRunner({ environment: core.environment, clock: core.clock });
  const places = new VendorPlaces(runner, requestsPerSecond);
  const provenances = new ProvenanceReader({ ...core, stepsBefore });
  const reads = new ReadsUnderWay();
  return {
    app: 'action-gateway',
    decider: actionDecider as ShellDefinition<ActionState>['decider'],
    reactions: [
      onSegmentRequested(core, places, provenances, reads), onSegmentCancelRequested, onActionRequested(core, places, provenances, reads), onApprovalGiven(core, provenances),
      onActionCancelRequested,
    ],
    effects: { 'action.queued': carryOut(core, places), 'action.succeeded': noteEnd(provenances), 'action.failed': noteEnd(provenances) },
    order: { laneOf, purposeOf, lanes: places.lanes },
    feeds: new Set(),
    rulesHash: domainRules('action', require.resolve('@arbiter/domain')),
    provenanceOf: (tenant, steps) => provenances.read(tenant, steps),
    close: () => runner.close(),
    artifactsOf: artifactsOfAction as ShellDefinition<ActionState>['artifactsOf'],
  };
}

/** One slow vendor takes nobody else's places. */
const laneOf = (event: RecordedOf<EventName>): string => (event.name === 'action.queued' ? vendorLane(event.tenant, event.data.tool) : event.tenant);

/** An attempt that is taken up anew where it still waits keeps its place in line. */
const purposeOf = (event: RecordedOf<EventName>): string => (event.name === 'action.queued' ? `${event.stream}#${event.data.attempt}` : event.id);
