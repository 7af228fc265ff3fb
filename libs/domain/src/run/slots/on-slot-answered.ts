import type { Decision, DecisionContext, FactOf, PlanStep, Proposal } from '@arbiter/contracts';
import { MOST_ASKS } from '../../asking-again';
import { settle } from '../decide/settle';
import { slotRefused } from '../pauses/model-room';
import type { SlotAnswered } from '../run-inputs';
import { isLookup, type LookupStep, type OpenRun, type Run } from '../state/run';
import { endingOfSlot } from './filled';
import { slotRequested } from './request';

/**
 * The value of a slot is recorded once, before anything uses it. R10: when no model may be asked now, the slot is asked
 * for again.
 */
export function onSlotAnswered(
  run: Run,
  { stepId, asked, proposal }: SlotAnswered,
  context: DecisionContext,
): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const slot = askedSlot(run, stepId);
  if (!slot) return NOTHING_IS_ASKED;
  const { step, record } = slot;
  if (proposal.kind === 'failure' && asked < record.asked) return { ignored: 'asked_again' };
  const ended = slotRefused(run, step, proposal, context) ?? slotFilled(run, step, proposal, context);
  return settle(run, [ended], context);
}

/** The asker of the model is gone: the slot is asked for again, a few times. */
export function onSlotDue(run: OpenRun, stepId: string, context: DecisionContext): Decision {
  const slot = askedSlot(run, stepId);
  if (!slot) return NOTHING_IS_ASKED;
  const { step, record } = slot;
  if (record.asked < MOST_ASKS) return [slotRequested(run, run.planned!, step, context, record.asked + 1)];
  return settle(run, [slotFilled(run, step, TOO_LATE, context)], context);
}

const NOTHING_IS_ASKED = { ignored: 'nothing_is_asked' } as const;

/** The step whose slot a model is asked for; null when none is. */
function askedSlot({ planned, steps }: OpenRun, stepId: string): { step: PlanStep; record: LookupStep } | null {
  const step = planned?.plan.steps.find(({ id }) => id === stepId);
  const record = steps[stepId];
  return step && record !== undefined && isLookup(record) ? { step, record } : null;
}

/** An answer that was lost, or comes too late, is none. */
export const TOO_LATE: Proposal = { kind: 'failure', code: 'timed_out', message: 'no answer came in time' };

function slotFilled(
  { runId, planned }: OpenRun,
  step: PlanStep,
  proposal: Proposal,
  { now, artifacts }: DecisionContext,
): FactOf<'step.completed'> {
  const { plan, args } = planned!;
  const ending = endingOfSlot({ step, plan, args }, proposal, now, artifacts);
  return { name: 'step.completed', data: { runId, stepId: step.id, ...ending, at: now } };
}
