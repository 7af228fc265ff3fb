import type { StepOf } from '@arbiter/contracts';
import { slotRefused } from '../pauses/model-room';
import { NOTHING_EXTRACTED, endingOfValue, valuesOfSlot } from '../slots/filled';
import type { StepKind } from '../state/run';
import { slotKind } from './slot';

const asked = slotKind({ purpose: 'slot_inference', endingOf: endingOfValue, refused: slotRefused });

/** PL-16: a model finds a value in a text; in an empty one there is nothing to find, and no model is asked. */
export const extract: StepKind<StepOf<'extract'>> = {
  ...asked,
  begin(run, planned, step, context) {
    const { text } = valuesOfSlot({ step, plan: planned.plan, args: planned.args });
    return String(text ?? '').trim() === ''
      ? [
          {
            name: 'step.completed',
            data: { runId: run.runId, stepId: step.id, ...NOTHING_EXTRACTED, at: context.now },
          },
        ]
      : asked.begin(run, planned, step, context);
  },
};
