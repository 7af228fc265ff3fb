import { Type, type Static } from 'typebox';
import { Closed, ExpectedType } from '../vocabulary';
import { StepClass } from './models';

/** One parameter an intent wants from the person. */
export const SlotDefinition = Closed({
  name: Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }),
  expectedType: ExpectedType,
  required: Type.Boolean(),
  prompt: Type.String({ minLength: 1, description: 'CL-07: what the person is asked when it is missing' }),
  pattern: Type.Optional(
    Type.String({ description: 'for identifier: the regular expression the value must match as a whole' }),
  ),
  cues: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'for identifier: words that stand before the value ("order", "#"); for freeform also words behind the value of another slot ("{orderNumber} to")',
    }),
  ),
  choices: Type.Optional(Type.Array(Type.String())),
  wholeMessage: Type.Optional(
    Type.Boolean({ description: 'for freeform: the message itself stands for it, as it was said' }),
  ),
  sensitive: Type.Optional(Type.Boolean({ description: 'CL-11: listed by name in views, never by value' })),
});
export type SlotDefinition = Static<typeof SlotDefinition>;

/** CL-01: a possible wish of a person, the people who may have it, and the template that fulfils it. */
export const IntentDefinition = Closed({
  intent: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
  title: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'what it is called in a sentence: "the refund"; its name without underscores when left out',
    }),
  ),
  label: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'what a small sign calls a topic: "Refund {orderNumber}"; it may name slots that are not sensitive; the title when left out',
    }),
  ),
  description: Type.String(),
  examples: Type.Array(Type.String(), { minItems: 3 }),
  channels: Type.Optional(Type.Array(Type.String(), { description: 'absent: every channel' })),
  rolloutPercentage: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  slots: Type.Array(SlotDefinition),
  template: Type.String(),
  class: Type.Optional({
    ...StepClass,
    description: 'PV-09: what kind of work its runs ask models for, unless a step says so itself',
  }),
  enquiry: Type.Optional(
    Type.String({ description: 'the intent that answers a question about this one: "did you refund it?"' }),
  ),
  about: Type.Optional(
    Type.String({
      description: 'copy key of what is said to a question about this one in general: "how do refunds work?"',
    }),
  ),
});
export type IntentDefinition = Static<typeof IntentDefinition>;
