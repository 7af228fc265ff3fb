import type { DecisionContext, FactOf, ModelGrants, PauseReason, PlanStep, Proposal } from '@arbiter/contracts';
import { forModels, outOfModels, playbookOfPlan } from '../../plan';
import type { OpenRun } from '../state/run';
import { stepRefused } from './refusals';

/**
 * What models may take stands in place of what the playbook says, in every question to one; left out where nothing was
 * given.
 */
export function grantedToModels(run: Pick<OpenRun, 'granted'>): { granted?: ModelGrants } {
  const granted = forModels(run.granted);
  return Object.keys(granted).length === 0 ? {} : { granted };
}

/**
 * PL-28: what no model may be asked for now, as a budget has no room, is asked for again once it has. Words have a
 * sentence of the tenant's own to stand in for them, and wait for nothing. Null: what came fills the slot, or does not.
 */
export function slotRefused(
  run: OpenRun,
  step: PlanStep,
  proposal: Proposal,
  { artifacts, now }: Pick<DecisionContext, 'artifacts' | 'now'>,
): FactOf<'step.refused'> | null {
  if (step.type !== 'extract' || proposal.kind !== 'failure' || proposal.budget === undefined) return null;
  const definition = playbookOfPlan(artifacts, run.planned!.plan)?.definition;
  return stepRefused(run, step.id, outOfModels(definition, proposal.budget, run.granted), now);
}

/** Whether a branch was refused what its run was given meanwhile. */
export const isGranted = ({ granted }: OpenRun, reasons: readonly PauseReason[]): boolean =>
  reasons.every(
    (reason) =>
      reason.why === 'models' &&
      reason.budget === 'run' &&
      (isMore(granted.tokens, reason.tokens) || isMore(granted.dollars, reason.dollars)),
  );

const isMore = (given: number | undefined, before: number | undefined): boolean =>
  given !== undefined && before !== undefined && given > before;
