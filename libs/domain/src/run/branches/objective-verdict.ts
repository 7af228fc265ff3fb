import type { DecisionContext, Fact, StepOf } from '@arbiter/contracts';
import { playbookOfPlan, sweepStepOf, verdictOf, type PlaybookArgs } from '../../plan';
import { resultsOf, type OpenRun, type Planned } from '../state/run';

/** EVL-05: whether the playbook's objective holds, by reads after everything was done. */
export function verdictReached(
  run: OpenRun,
  { plan, args }: Planned,
  step: StepOf<'verdict'>,
  { now, artifacts }: Pick<DecisionContext, 'now' | 'artifacts'>,
): readonly Fact[] {
  const { runId } = run;
  const given = args as unknown as PlaybookArgs;
  const found = verdictOf(step.objective, resultsOf(run), given);
  const { verdict, objects, acknowledged, failing, odd } = found;
  const subject = {
    playbook: playbookOfPlan(artifacts, plan)!.definition.playbook,
    version: plan.templateVersion,
    day: given.today,
    by: sweepStepOf(plan) ? ('sweep' as const) : ('watch' as const),
  };
  return [
    {
      name: 'verdict.reached',
      data: {
        runId,
        stepId: step.id,
        ...subject,
        verdict,
        objects,
        acknowledged: [...acknowledged],
        failing: [...failing],
        ...(odd && { odd: [...odd] }),
        at: now,
      },
    },
    {
      name: 'step.completed',
      data: { runId, stepId: step.id, status: 'completed', code: null, message: '', result: found, at: now },
    },
  ];
}
