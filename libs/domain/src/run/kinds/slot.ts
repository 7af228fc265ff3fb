import type { ArtifactBundle, DecisionContext, DueChange, EventData, Fact, FactOf, Proposal } from '@arbiter/contracts';
import { MOST_ASKS, lapsesAt } from '../../asking-again';
import type { StepEnding } from '../decide/validation';
import { TOO_LATE, type SlotOfBranch, type SlotStep } from '../slots/filled';
import { slotRequested } from '../slots/request';
import type { OpenRun, StepKind } from '../state/run';
import { LOOKUP, lookedUp, lookupOf } from './lookup';

/** The timer of a slot that a model is asked for; a run that has the answer ignores it. */
export const slotTimerKey = (stepId: string): string => `slot ${stepId}`;

interface Filling {
  readonly purpose: EventData<'slot.requested'>['purpose'];
  /** how the step ends, whatever a model answers */
  readonly endingOf: (of: SlotOfBranch, proposal: Proposal, at: string, bundle: ArtifactBundle) => StepEnding;
  /** R10: why it is asked for again once the run goes on; null: the answer is taken */
  readonly refused: (
    run: OpenRun,
    step: SlotStep,
    proposal: Proposal,
    context: DecisionContext,
  ) => FactOf<'step.refused'> | null;
}

/** A step whose value a model is asked for. It is recorded once, before anything uses it. */
export function slotKind({
  purpose,
  endingOf,
  refused,
}: Filling): StepKind<SlotStep> & { begin: NonNullable<StepKind<SlotStep>['begin']> } {
  const filled = (
    { runId, planned }: OpenRun,
    step: SlotStep,
    proposal: Proposal,
    { now, artifacts }: DecisionContext,
  ): Fact => {
    const { plan, args } = planned!;
    const ending = endingOf({ step, plan, args }, proposal, now, artifacts);
    return { name: 'step.completed', data: { runId, stepId: step.id, ...ending, at: now } };
  };
  return {
    ...LOOKUP,
    holds: true,
    begin: (run, planned, step, context) => [slotRequested(run, planned, step, { purpose, asked: 1 }, context)],
    evolve: (run, fact) => (fact.name === 'slot.requested' ? lookedUp(run, fact.data) : run),
    hear(run, step, answer, context) {
      const record = lookupOf(run, step.id);
      if (answer.name !== 'slot.answered' || record === null) return null;
      const { proposal, asked } = answer;
      if (proposal.kind === 'failure' && asked < record.asked) return { ignored: 'asked_again' };
      return [refused(run, step, proposal, context) ?? filled(run, step, proposal, context)];
    },
    timers: slotTimers,
    /** The asker of the model is gone: the slot is asked for again, a few times. */
    due(run, key, steps, context) {
      const step = steps.find(({ id }) => slotTimerKey(id) === key);
      if (!step) return null;
      const record = lookupOf(run, step.id);
      if (record === null) return { ignored: 'nothing_is_asked' };
      const asked = record.asked + 1;
      return record.asked < MOST_ASKS
        ? [slotRequested(run, run.planned!, step, { purpose, asked }, context)]
        : [filled(run, step, TOO_LATE, context)];
    },
  };
}

const slotTimers = (fact: Fact): readonly DueChange[] =>
  fact.name === 'slot.requested'
    ? [{ key: slotTimerKey(fact.data.stepId), at: lapsesAt(fact.data.at, fact.data.asked) }]
    : [];
