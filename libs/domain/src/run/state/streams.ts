import { agentStream, branchOfRunId, streamOf, type ActionEnd, type Incoming } from '@arbiter/contracts';

export type RunEvent = Incoming<
  | 'run.requested'
  | 'plan.accepted'
  | 'plan.rejected'
  | 'plan.postponed'
  | 'approval.given'
  | 'action.denied'
  | 'action.suspended'
  | 'action.rejected'
  | 'segment.ended'
  | 'segment.returned'
  | 'action.succeeded'
  | 'action.failed'
  | 'action.unknown'
  | 'action.settled'
  | 'action.cancelled'
  | 'run.cancel_requested'
  | 'run.cancel_received'
  | 'run.suspended'
  | 'run.completed'
  | 'branch.requested'
  | 'branch.cancel_requested'
  | 'branch.completed'
  | 'revision.accepted'
  | 'revision.declined'
  | 'revision.postponed'
  | 'branch.continue_requested'
  | 'run.paused'
  | 'instance.resumed'
  | 'agent.completed'
  | AgentMove['name']
>;

/** How far an agent has come, as its run shows it. */
export type AgentMove = Incoming<'agent.answered' | 'agent.call_ended' | 'agent.paused' | 'agent.resumed'>;

export const runStream = (tenant: string, runId: string): string => streamOf('run', tenant, runId);

/** The runs an event concerns. */
export function streamsForRun(event: RunEvent): readonly string[] {
  switch (event.name) {
    case 'run.requested':
      return [event.data.requestId, ...event.data.overtakes].map((runId) => runStream(event.tenant, runId));
    case 'plan.accepted':
    case 'plan.rejected':
    case 'plan.postponed':
    case 'revision.accepted':
    case 'revision.declined':
    case 'revision.postponed':
      return [runStream(event.tenant, event.data.requestId)];
    // The run of a branch that waits gives its place to another, and takes one again when it goes on.
    case 'run.paused':
      return wholeRunOf(event);
    case 'run.suspended':
      return [...wholeRunOf(event), ...(event.data.followers ?? []).map((runId) => runStream(event.tenant, runId))];
    case 'approval.given':
      return [runStream(event.tenant, event.data.runId), ...wholeRunOf(event)];
    case 'run.completed':
      return event.data.followers.map((runId) => runStream(event.tenant, runId));
    case 'branch.requested':
      return event.data.branches.map(({ branchId }) => runStream(event.tenant, branchId));
    case 'branch.cancel_requested':
      return event.data.branchIds.map((branchId) => runStream(event.tenant, branchId));
    case 'branch.continue_requested':
      return event.data.branches.map(({ branchId }) => runStream(event.tenant, branchId));
    case 'branch.completed':
      return [runStream(event.tenant, event.data.branch.runId)];
    // Words with a call are said before it; an answer without one comes with the end of the agent.
    // What a delegate says is for its delegator.
    case 'agent.answered': {
      const { call, said, delegation, runId } = event.data;
      return call === null || said === '' || delegation ? [] : [runStream(event.tenant, runId)];
    }
    case 'agent.completed':
      return [delegatorOf(event)];
    case 'action.denied':
    case 'action.rejected':
    case 'action.succeeded':
    case 'action.failed':
    case 'action.unknown':
    case 'action.cancelled':
      return [callerOf(event)];
    default:
      return [runStream(event.tenant, event.data.runId)];
  }
}

/** What asked for an action: a step of the run, or the agent of one. */
const callerOf = ({ tenant, data: { runId, origin } }: Incoming<ActionEnd['name']>): string =>
  origin.kind === 'agent_call' ? agentStream(tenant, { runId, ...origin }) : runStream(tenant, runId);

/** What an agent worked for: its run, or the agent that delegated to it. */
function delegatorOf({ tenant, data: { runId, stepId, delegation } }: Incoming<'agent.completed'>): string {
  const above = delegation?.slice(0, -1) ?? [];
  if (!delegation) return runStream(tenant, runId);
  return agentStream(tenant, { runId, stepId, ...(above.length > 0 && { delegation: above }) });
}

/** The run that a branch belongs to; none for a run of its own. */
function wholeRunOf({ tenant, data }: Incoming<'run.suspended' | 'run.paused' | 'approval.given'>): readonly string[] {
  const branch = branchOfRunId(data.runId);
  return branch ? [runStream(tenant, branch.runId)] : [];
}
