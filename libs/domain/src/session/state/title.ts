import type { IntentDefinition } from '@arbiter/contracts';

/** The title of a topic in a sentence of the platform, in the language of these intents. */
export const titleOf = (intentId: string, intents: readonly IntentDefinition[]): string =>
  intents.find(({ intent }) => intent === intentId)?.title ?? intentId.replaceAll('_', ' ');
