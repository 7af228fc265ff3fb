import { parseStream, type Decision, type DecisionContext, type Fact, type Incoming } from '@arbiter/contracts';
import { settle } from '../decide/settle';
import { isOpen, type BranchRecord } from '../state/branch';
import type { OpenRun, Run } from '../state/run';

/** R1, R8: the branch of an object begins with its plan; its object is in the request for it. */
export function onBranchRequested(
  run: Run,
  { data }: Incoming<'branch.requested'>,
  context: DecisionContext,
): Decision {
  if (run.phase !== 'unopened') return { ignored: run.phase === 'open' ? 'already_open' : 'run_ended' };
  const own = namedIn(data, context);
  if (!own) return { ignored: 'not_named' };
  const { plan, planHash, drawnUp } = data;
  const opening = branchOpening(run, { data }, context);
  const planned: Fact = {
    name: 'run.planned',
    data: {
      runId: own.branchId,
      planHash,
      plan,
      fallback: false,
      args: data.args[own.branchId] ?? {},
      ...(drawnUp && { drawnUp }),
    },
  };
  return settle(run, run.cancelling ? opening : [...opening, planned], context);
}

/** The fact that opens the run of a branch when nothing has yet. */
export function branchOpening(
  { phase }: Run,
  { data }: Pick<Incoming<'branch.requested'>, 'data'>,
  context: DecisionContext,
): readonly Fact[] {
  const own = namedIn(data, context);
  if (!own || phase !== 'unopened') return [];
  const { sessionId, threadId, channel, artifacts, delivery, stepId, granted } = data;
  const branch = { runId: data.runId, stepId, object: own.object };
  const run = { runId: own.branchId, sessionId, threadId, channel, messageId: null, artifacts, delivery };
  return [
    {
      name: 'run.opened',
      data: { ...run, replaces: null, branch, ...(granted && { granted }), openedAt: context.now },
    },
  ];
}

/** The part of a request for branches that is about the run of this stream. */
const namedIn = ({ branches }: Incoming<'branch.requested'>['data'], { stream }: DecisionContext) =>
  branches.find(({ branchId }) => branchId === parseStream(stream).key);

/** R8: the end of a branch is taken note of once, and makes room for the next. */
export function onBranchCompleted(
  run: Run,
  { data: { runId: branchId, branch, status, code, attention, touched, actions } }: Incoming<'branch.completed'>,
  context: DecisionContext,
): Decision {
  const record = branchIn(run, branchId);
  if ('ignored' in record) return record;
  if (!isOpen(record)) return { ignored: 'already_recorded' };
  const { runId, stepId, object } = branch;
  const recorded: Fact = {
    name: 'branch.recorded',
    data: {
      runId,
      stepId,
      branchId,
      object,
      status,
      code,
      ...(attention && { attention }),
      touched,
      actions,
      at: context.now,
    },
  };
  return settle(run, [recorded], context);
}

/** PL-20: a branch that waits for a yes keeps no other from beginning. */
export function onBranchSuspended(
  run: Run,
  { data: { runId: branchId, actionId, expiresAt } }: Incoming<'run.suspended'>,
  context: DecisionContext,
): Decision {
  const record = branchIn(run, branchId);
  if ('ignored' in record) return record;
  if (record.status !== 'running') return { ignored: 'not_under_way' };
  if (record.answered.includes(actionId)) return { ignored: 'already_answered' };
  const { stepId, object } = record;
  const { runId } = run as OpenRun;
  const suspended: Fact = {
    name: 'branch.suspended',
    data: { runId, stepId, branchId, object, expiresAt, at: context.now },
  };
  return settle(run, [suspended], context);
}

/** A person answered the approval that a branch waited for: until the branch ends it takes up a place again. */
export function onBranchAnswered(
  run: Run,
  { data: { runId: branchId, actionId } }: Incoming<'approval.given'>,
  context: DecisionContext,
): Decision {
  const record = branchIn(run, branchId);
  if ('ignored' in record) return record;
  if (record.status !== 'suspended') return { ignored: 'not_waiting' };
  const { runId } = run as OpenRun;
  return settle(run, [{ name: 'branch.resumed', data: { runId, branchId, actionId, at: context.now } }], context);
}

/** R8: the run's record of a branch, or why nothing is decided about it. */
export function branchIn(run: Run, branchId: string): BranchRecord | { readonly ignored: string } {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const { open, ended } = run.branches;
  return open[branchId] ?? ended.flat().find((branch) => branch.branchId === branchId) ?? { ignored: 'unknown_branch' };
}
