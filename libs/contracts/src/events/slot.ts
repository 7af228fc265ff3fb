import { Type } from 'typebox';
import { StepClass } from '../artifacts/models';
import { ModelGrants } from '../playbook-run';
import { Sealed } from '../sealed';
import { Closed, Instant, OneOf, Values } from '../vocabulary';
import { event } from './event-definition';

/** What the branch of an object has a model fill in, besides its actions. */
export const SLOT_EVENTS = {
  'slot.requested': event(
    'run',
    1,
    'A model was asked for words about an object, or for a value that stands in a text of it (PL-16).',
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      playbook: Type.String(),
      slot: Type.String(),
      purpose: OneOf(['prose', 'slot_inference']),
      class: StepClass,
      values: Sealed(Values, {}),
      locale: Type.String(),
      granted: Type.Optional(ModelGrants),
      deadline: Instant,
    }),
  ),
} as const;
