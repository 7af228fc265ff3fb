import type { IntentDefinition } from '@arbiter/contracts';

/** What a topic is called in a sentence of the platform, in the language of these intents. */
export const titleOf = (intentId: string, intents: readonly IntentDefinition[]): string =>
  intents.find(({ intent }) => intent === intentId)?.title ?? intentId.replaceAll('_', ' ');
