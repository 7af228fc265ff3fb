import type { DecisionContext, FactOf } from '@arbiter/contracts';
import { playbookOfPlan } from '../../plan';
import { grantedToModels } from '../pauses/model-room';
import type { EndedStep, OpenRun } from '../state/run';

/**
 * PL-18: the plan of a branch failed: the planner is asked for another, with the failed step and the steps removed
 * before.
 */
export function revisionRequested(
  run: OpenRun,
  { now, artifacts: bundle }: Pick<DecisionContext, 'now' | 'artifacts'>,
): FactOf<'revision.requested'> {
  const { runId, artifacts, planned, brokenBy, steps, revisions, pauses } = run;
  const { plan, planHash, origin } = planned!;
  const { code } = steps[brokenBy!] as EndedStep;
  return {
    name: 'revision.requested',
    data: {
      runId,
      revision: revisions.asked + 1,
      playbook: playbookOfPlan(bundle, plan)!.definition.playbook,
      artifacts,
      ofKey: origin!.planKey,
      planHash,
      parent: origin!.proposal,
      stepId: brokenBy!,
      code: code!,
      gone: [...revisions.gone],
      pauses,
      ...grantedToModels(run),
      at: now,
    },
  };
}
