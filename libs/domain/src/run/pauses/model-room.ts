import type { DecisionContext, FactOf, ModelGrants, PauseReason, PlanStep, Proposal } from '@arbiter/contracts';
import { forModels, outOfModels, playbookOfPlan } from '../../plan';
import type { OpenRun } from '../state/run';
import { stepRefused } from './refusals';

/**
 * The grants for models replace the playbook's limits in every question to a model; left out where nothing was granted.
 */
export function grantedToModels(run: Pick<OpenRun, 'granted'>): { granted?: ModelGrants } {
  const granted = forModels(run.granted);
  return Object.keys(granted).length === 0 ? {} : { granted };
}

/**
 * PL-28: a model that may not be asked now, because a budget has no room, is asked again once it has. Null: the answer
 * fills the slot, or does not.
 */
export function slotRefused(
  run: OpenRun,
  step: PlanStep,
  proposal: Proposal,
  { artifacts, now }: Pick<DecisionContext, 'artifacts' | 'now'>,
): FactOf<'step.refused'> | null {
  if (proposal.kind !== 'failure' || proposal.budget === undefined) return null;
  const definition = playbookOfPlan(artifacts, run.planned!.plan)?.definition;
  return stepRefused(run, step.id, outOfModels(definition, proposal.budget, run.granted), now);
}

/** Whether the run has meanwhile been granted what its branch was refused. */
export const isGranted = ({ granted }: OpenRun, reasons: readonly PauseReason[]): boolean =>
  reasons.every(
    (reason) =>
      reason.why === 'models' &&
      reason.budget === 'run' &&
      (isMore(granted.tokens, reason.tokens) || isMore(granted.dollars, reason.dollars)),
  );

const isMore = (given: number | undefined, before: number | undefined): boolean =>
  given !== undefined && before !== undefined && given > before;
