import type { DecisionContext, Fact, PlanStep } from '@arbiter/contracts';
import { ASK_MILLISECONDS } from '../../asking-again';
import { instantAfter } from '../../instant';
import { playbookOfPlan } from '../../plan';
import { grantedToModels } from '../pauses/model-room';
import { servedAction } from '../decide/served-action';
import type { OpenRun, Planned } from '../state/run';
import { NOTHING_EXTRACTED, valuesOfSlot } from './filled';

/**
 * PL-16: the question to a model for a slot, for the first or a later time; with an empty text there is nothing to
 * find, and no model is asked.
 */
export function slotRequested(
  run: OpenRun,
  planned: Planned,
  step: PlanStep,
  { now, artifacts }: Pick<DecisionContext, 'now' | 'artifacts'>,
  asked = 1,
): Fact {
  const { runId, delivery } = run;
  const { plan, args } = planned;
  const actionId = servedAction(run, planned, step);
  const values = valuesOfSlot({ step, plan, args });
  const isExtract = step.type === 'extract';
  if (isExtract && String(values['text'] ?? '').trim() === '')
    return { name: 'step.completed', data: { runId, stepId: step.id, ...NOTHING_EXTRACTED, at: now } };
  return {
    name: 'slot.requested',
    data: {
      runId,
      stepId: step.id,
      ...(actionId !== undefined && { actionId }),
      playbook: playbookOfPlan(artifacts, plan)!.definition.playbook,
      slot: step.slot!,
      purpose: isExtract ? 'slot_inference' : 'prose',
      class: step.class!,
      values,
      locale: delivery.locale,
      ...grantedToModels(run),
      asked,
      deadline: instantAfter(now, ASK_MILLISECONDS),
      at: now,
    },
  };
}
