import { actionDecider, artifactsOfAction, stepsBefore, type ActionState } from '@arbiter/domain';
import { ProvenanceReader, ToolRunner, domainRules, integer, type ServiceCore, type ShellDefinition } from '@arbiter/platform';
import { carryOut } from './carry-out';
import { noteEnd } from './note-end';
import { onActionCancelRequested } from './on-action-cancel-requested';
import { onActionRequested } from './on-action-requested';
import { onApprovalGiven } from './on-approval-given';

const REQUESTS_PER_SECOND = 200;

/** The one path to the outside world (AG-13). */
export function gatewayDefinition(core: ServiceCore): ShellDefinition<ActionState> {
  const requestsPerSecond = integer(core.environment, 'ARBITER_VENDOR_REQUESTS_PER_SECOND', REQUESTS_PER_SECOND, 1, 100_000);
  const runner = new ToolRunner({ environment: core.environment, requestsPerSecond, clock: core.clock });
  const provenances = new ProvenanceReader({ ...core, stepsBefore });
  return {
    app: 'action-gateway',
    decider: actionDecider as ShellDefinition<ActionState>['decider'],
    reactions: [onActionRequested(core, runner, provenances), onApprovalGiven(core, provenances), onActionCancelRequested],
    effects: { 'action.dispatched': carryOut(core, runner), 'action.succeeded': noteEnd(provenances), 'action.failed': noteEnd(provenances) },
    // One slow vendor takes nobody else's places: tools are named after the extension they belong to.
    laneOf: (event) => (event.name === 'action.dispatched' ? `${event.tenant}/${event.data.tool.split('.')[0]}` : event.tenant),
    feeds: new Set(),
    rulesHash: domainRules('action', require.resolve('@arbiter/domain')),
    provenanceOf: (tenant, step) => provenances.read(tenant, step),
    close: () => runner.close(),
    artifactsOf: artifactsOfAction as ShellDefinition<ActionState>['artifactsOf'],
  };
}
