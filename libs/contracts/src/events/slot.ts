import { Type } from 'typebox';
import { StepClass } from '../artifacts/models';
import { ModelGrants } from '../playbook-run';
import { Sealed } from '../sealed';
import { Closed, Instant, OneOf, Values } from '../vocabulary';
import { event } from './event-definition';

/** The slots that the branch of an object has a model fill, besides its actions. */
export const SLOT_EVENTS = {
  'slot.requested': event(
    'run',
    1,
    'A model was asked for words about an object, or for a value that stands in a text of it (PL-16).',
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      actionId: Type.Optional(
        Type.String({ description: 'the action that it is asked for, by which models are metered' }),
      ),
      playbook: Type.String(),
      slot: Type.String(),
      purpose: OneOf(['prose', 'slot_inference']),
      class: StepClass,
      values: Sealed(Values, {}),
      locale: Type.String(),
      granted: Type.Optional(ModelGrants),
      /** which time the same is asked, from 1: an earlier asker died before the answer */
      asked: Type.Integer({ minimum: 1 }),
      deadline: Instant,
      at: Instant,
    }),
  ),
} as const;
