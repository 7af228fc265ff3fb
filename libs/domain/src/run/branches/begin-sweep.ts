import { branchRunId, type DecisionContext, type Fact, type FactOf, type StepOf } from '@arbiter/contracts';
import type { PlaybookArgs, Selected } from '../../plan';
import { grantedToModels } from '../pauses/model-room';
import type { OpenRun, Planned } from '../state/run';
import { branchArgs, branchPlan } from './branch-plan';
import { selectedBy } from './sweep';

/** The objects that a run selects from its reads and goes through from now on. */
export function sweepBegun(
  run: OpenRun,
  planned: Planned,
  step: StepOf<'for_each'>,
  { now }: Pick<DecisionContext, 'now'>,
): FactOf<'sweep.begun'> {
  const { snapshotHash, read, items, held, isIncomplete } = selectedBy(run, planned, step.forEach, now);
  return {
    name: 'sweep.begun',
    data: {
      runId: run.runId,
      stepId: step.id,
      snapshotHash,
      read,
      selected: items.length,
      held: [...held],
      ...(isIncomplete && { incomplete: true }),
      at: now,
    },
  };
}

/** R8: the branches of these objects. */
export function branchesRequested(
  run: OpenRun,
  { plan, planHash, args, origin }: Planned,
  step: StepOf<'for_each'>,
  items: Selected['items'],
  { now, artifacts: bundle }: Pick<DecisionContext, 'now' | 'artifacts'>,
): Fact {
  const { runId, sessionId, threadId, channel, artifacts, delivery } = run;
  const named = items.map((item) => ({ item, branchId: branchRunId(runId, item.key) }));
  const ofRun = args as unknown as PlaybookArgs;
  return {
    name: 'branch.requested',
    data: {
      runId,
      stepId: step.id,
      planHash,
      plan: branchPlan(plan, step.forEach),
      ...(origin && { drawnUp: { ...origin } }),
      sessionId,
      threadId,
      channel,
      artifacts,
      delivery,
      ...grantedToModels(run),
      branches: named.map(({ branchId, item: { object } }) => ({ branchId, object })),
      args: Object.fromEntries(named.map(({ branchId, item }) => [branchId, branchArgs(plan, ofRun, item, bundle)])),
      at: now,
    },
  };
}
