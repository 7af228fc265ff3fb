import type { BranchStatus, EventData, Fact, RunStatus } from '@arbiter/contracts';
import {
  branchBegun,
  branchPaused,
  branchRecorded,
  branchResumed,
  branchSuspended,
  branchesWithdrawn,
} from './evolve-branches';
import { branchesContinued, runContinued, runPaused, stepRefused } from '../pauses/evolve-pauses';
import { actionsIn } from '../pauses/room';
import { identityOf, opened } from './opened-run';
import { revised, revisionAwaited } from './evolve-revisions';
import {
  actionRequested,
  changeAction,
  handedOver,
  segmentWithdrawn,
  stepsEnded,
  takenBack,
  withLate,
  withStep,
} from './evolve-steps';
import {
  inFlightOf,
  isAgentStep,
  isUnknown,
  kindOf,
  stepOf,
  type AgentStep,
  type EndedRun,
  type OpenRun,
  type Planned,
  type Reported,
  type Run,
  type StepRecord,
  type UnopenedRun,
  type Unsettled,
} from './run';

/** The state of a run after one more of its facts. */
export function evolveRun(run: Run, fact: Fact): Run {
  switch (run.phase) {
    case 'unopened':
      return evolveUnopened(run, fact);
    case 'open':
      return evolveOpen(run, fact);
    case 'ended':
      return run.unsettled === null ? run : { ...run, unsettled: evolveUnsettled(run.unsettled, fact) };
  }
}

/** R7; R11: all that an ended run asks for is an undo. */
function evolveUnsettled(unsettled: Unsettled, fact: Fact): Unsettled | null {
  switch (fact.name) {
    case 'step.completed':
    case 'segment.completed':
      return { ...unsettled, run: withLate(stepsEnded(unsettled.run, fact)) };
    case 'action.requested':
      return {
        ...unsettled,
        run: actionRequested(unsettled.run, fact.data),
        stepIds: [...unsettled.stepIds, fact.data.stepId],
      };
    case 'segment.taken_back':
      return { ...unsettled, run: takenBack(unsettled.run, fact.data) };
    case 'run.settled':
      return isOpen(unsettled.run) ? unsettled : null;
    default:
      return unsettled;
  }
}

/** R7: something is in flight, or its outcome is unknown. */
const isOpen = (run: OpenRun): boolean => inFlightOf(run).length > 0 || Object.values(run.steps).some(isUnknown);

function ended(run: OpenRun, status: RunStatus): EndedRun {
  const stepIds = inFlightOf(run).map(([stepId]) => stepId);
  const isSettled = !isOpen(run) && Object.keys(run.late).length === 0;
  return {
    ...identityOf(run),
    phase: 'ended',
    unsettled: isSettled ? null : { run: withLate(run), status, stepIds },
  };
}

function evolveUnopened(run: UnopenedRun, fact: Fact): Run {
  switch (fact.name) {
    case 'run.opened':
      return opened(run, fact.data);
    case 'run.cancelling':
      return { ...run, cancelling: true, followers: withFollower(run.followers, fact.data.requestedBy) };
    case 'run.overtaken':
      return { ...run, isOvertaken: true };
    default:
      return run;
  }
}

function evolveOpen(run: OpenRun, fact: Fact): Run {
  switch (fact.name) {
    case 'run.planned':
      return { ...run, planned: plannedBy(fact.data), share: actionsIn(run, fact.data.plan.steps) };
    case 'segment.requested':
      return handedOver(run, fact.data);
    case 'segment.taken_back':
      return takenBack(run, fact.data);
    case 'segment.cancel_requested':
      return segmentWithdrawn(run, fact.data);
    case 'step.completed':
      return evolveStep(stepsEnded(run, fact), fact);
    case 'segment.completed':
      return stepsEnded(run, fact);
    case 'run.resumed':
      return resumed(run, fact.data);
    case 'run.cancelling':
      return { ...run, cancelling: true, followers: withFollower(run.followers, fact.data.requestedBy) };
    case 'run.overtaken':
      return { ...run, isOvertaken: true };
    case 'run.followed':
      return { ...run, waits: null, reported: reportedOf(fact.data) };
    case 'run.watched':
      return fact.data.key === 'follow' && run.waits === null
        ? { ...run, waits: { for: 'run', since: fact.data.at } }
        : run;
    case 'run.completed':
      return ended(run, fact.data.status);
    case 'branch.completed':
      return ended(run, RUN_STATUS[fact.data.status]);
    default:
      return evolveSweep(run, fact);
  }
}

/** The facts about its objects, and its pauses. */
function evolveSweep(run: OpenRun, fact: Fact): OpenRun {
  switch (fact.name) {
    case 'branch.requested':
      return branchBegun(run, fact.data);
    case 'branch.cancel_requested':
      return branchesWithdrawn(run, fact.data);
    case 'branch.suspended':
      return branchSuspended(run, fact.data);
    case 'branch.resumed':
      return branchResumed(run, fact.data);
    case 'revision.requested':
      return revisionAwaited(run, fact.data);
    case 'branch.revised':
      return revised(run, fact.data);
    case 'branch.recorded':
      return branchRecorded(run, fact.data);
    case 'step.refused':
      return stepRefused(run, fact.data);
    case 'run.paused':
      return runPaused(run, fact.data);
    case 'run.continued':
      return runContinued(run, fact.data);
    case 'branch.paused':
      return branchPaused(run, fact.data);
    case 'branch.continue_requested':
      return branchesContinued(run, fact.data);
    default:
      return evolveStep(run, fact);
  }
}

/** Any other fact about a step is for its kind. */
function evolveStep(run: OpenRun, fact: Fact): OpenRun {
  const step = 'stepId' in fact.data ? stepOf(run, fact.data.stepId!) : undefined;
  return step ? kindOf(run, step).evolve(run, fact) : run;
}

const plannedBy = ({ drawnUp, personal, recognised, ...data }: EventData<'run.planned'>): Planned => ({
  plan: data.plan,
  planHash: data.planHash,
  fallback: data.fallback,
  args: data.args,
  ...(personal && { personal }),
  ...(recognised && { recognised }),
  ...(drawnUp && { origin: drawnUp }),
});

/** How the run of a branch has ended, as any run does. */
const RUN_STATUS: Readonly<Record<BranchStatus, RunStatus>> = {
  done: 'ok',
  failed: 'error',
  unknown: 'error',
  held: 'cancelled',
  cancelled: 'cancelled',
};

const withFollower = (followers: readonly string[], runId: string | null): readonly string[] =>
  runId === null || followers.includes(runId) ? followers : [...followers, runId];

function resumed(run: OpenRun, { actionId, requestedBy, decision }: EventData<'run.resumed'>): OpenRun {
  const followed = callAnswered({ ...run, followers: withFollower(run.followers, requestedBy) }, actionId);
  return changeAction(followed, actionId, (record) => {
    if (decision !== 'approve') return { ...record, answered: true };
    const { segmentId, withdrawn, undoes } = record;
    return { status: 'running', actionId, segmentId, withdrawn, answered: true, ...(undoes && { undoes }) };
  });
}

/** The person answered for a call of an agent, which goes on however the gateway takes it. */
function callAnswered(run: OpenRun, actionId: string): OpenRun {
  const [stepId, record] =
    Object.entries(run.steps).find(([, step]) => isSuspendedAgent(step) && step.asked.actionId === actionId) ?? [];
  return stepId !== undefined && isAgentStep(record)
    ? withStep(run, stepId, { status: 'running', agent: record.agent })
    : run;
}

const isSuspendedAgent = (record: StepRecord): record is Extract<AgentStep, { status: 'suspended' }> =>
  isAgentStep(record) && record.status === 'suspended';

const reportedOf = ({ follows, status, code, header, reply, question }: EventData<'run.followed'>): Reported => ({
  runId: follows,
  status,
  code,
  header,
  reply,
  question,
});
