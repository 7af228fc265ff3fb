import { Type, type Static } from 'typebox';
import { Closed, OneOf } from './vocabulary';

/**
 * An open topic as a model sees it: a number in place of its id, and the names of its known values without the values.
 */
export const OpenTopic = Closed({
  topic: Type.Integer({ minimum: 1, description: 'the topics of a chat are counted as they are opened' }),
  intent: Type.Union([Type.String(), Type.Null()]),
  state: OneOf(['working', 'waiting', 'proposed', 'queued']),
  question: Type.Union([Type.String(), Type.Null()], { description: 'what it asks the person' }),
  given: Type.Array(Type.String(), { description: 'slots that have a value' }),
});
export type OpenTopic = Static<typeof OpenTopic>;

/** A line from earlier in the chat. */
export const PastLine = Closed({ by: OneOf(['person', 'assistant']), text: Type.String() });
export type PastLine = Static<typeof PastLine>;

/**
 * CX-10: the part of a chat that a model may know when it reads a text, assembled anew for each ask and bounded by the
 * tenant's rule.
 */
export const TurnContext = Closed({
  topics: Type.Array(OpenTopic, { maxItems: 20, description: 'the one that changed last is the last' }),
  past: Type.Array(PastLine, { maxItems: 60, description: 'in the order in which it was said' }),
  cut: Type.Integer({ minimum: 0, description: 'how many remembered lines are left out' }),
});
export type TurnContext = Static<typeof TurnContext>;

export const NO_CONTEXT: TurnContext = { topics: [], past: [], cut: 0 };
