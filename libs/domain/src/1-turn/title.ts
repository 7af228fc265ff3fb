/** What a topic is called in a sentence of the platform. */
export const titleOf = (intentId: string): string => intentId.replaceAll('_', ' ');
