import { NO_CONTEXT, Tagged, TurnContext, localised } from '@arbiter/contracts';
import { Type, type Static } from 'typebox';
import type { TurnProposal } from './intent-prompt';
import { proposalTask } from './proposal-task';
import type { Purpose } from './purpose';

export const IntentAsk = Type.Object({
  text: Type.String(),
  locale: Type.String(),
  eligible: Type.Array(Type.String()),
  context: Type.Optional(TurnContext),
  personal: Type.Optional(Type.Array(Tagged)),
});
export type IntentAsk = Static<typeof IntentAsk>;

/**
 * The proposal for a text: one of the eligible intents with its values, a template with arguments, or a plain answer.
 */
export const intent: Purpose<IntentAsk, TurnProposal> = {
  name: 'intent',
  subject: 'intent',
  input: IntentAsk,
  isSpoken: false,
  embeddedModels: { local: 'embedded-en-0.2', local_lexical: 'lexical-en-0.1' },
  task: ({ context = NO_CONTEXT, ...ask }, bundle) => {
    const { intents, templates, conversation } = localised(bundle, ask.locale);
    return proposalTask({ ...ask, context, intents, templates, answers: conversation.plainAnswers ?? null });
  },
  confidence: ({ confidence }) => confidence,
};
