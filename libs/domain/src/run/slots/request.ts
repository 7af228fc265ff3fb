import type { DecisionContext, EventData, Fact } from '@arbiter/contracts';
import { ASK_MILLISECONDS } from '../../asking-again';
import { instantAfter } from '../../instant';
import { playbookOfPlan } from '../../plan';
import { grantedToModels } from '../pauses/model-room';
import { servedAction } from '../decide/served-action';
import type { OpenRun, Planned } from '../state/run';
import { valuesOfSlot, type SlotStep } from './filled';

/** PL-16: the question to a model for a slot, for the first or a later time. */
export function slotRequested(
  run: OpenRun,
  planned: Planned,
  step: SlotStep,
  { purpose, asked }: Pick<EventData<'slot.requested'>, 'purpose' | 'asked'>,
  { now, artifacts }: Pick<DecisionContext, 'now' | 'artifacts'>,
): Fact {
  const { runId, delivery } = run;
  const { plan, args } = planned;
  const actionId = servedAction(run, planned, step);
  return {
    name: 'slot.requested',
    data: {
      runId,
      stepId: step.id,
      ...(actionId !== undefined && { actionId }),
      playbook: playbookOfPlan(artifacts, plan)!.definition.playbook,
      slot: step.slot,
      purpose,
      class: step.class,
      values: valuesOfSlot({ step, plan, args }),
      locale: delivery.locale,
      ...grantedToModels(run),
      asked,
      deadline: instantAfter(now, ASK_MILLISECONDS),
      at: now,
    },
  };
}
