import type { IntentDefinition, Proposal } from '@arbiter/contracts';
import { createProvider, understood, type IntentPrompt } from '@arbiter/models';

/** The embedded model, asked for intents as provider-gateway asks it; the owner closes it. */
export interface LocalProposer {
  propose(prompt: IntentPrompt): Promise<Proposal>;
  close(): Promise<void>;
}

const MODEL = 'embedded-en-0.2';
const PATIENCE_MILLISECONDS = 30_000;

export async function openLocalProposer(intents: readonly IntentDefinition[]): Promise<LocalProposer> {
  const provider = createProvider('local', {});
  await provider.prepare?.(intents);
  return {
    propose: async (prompt) => {
      const understanding = await understood(provider, prompt, MODEL, AbortSignal.timeout(PATIENCE_MILLISECONDS));
      return { kind: 'intent', attachment: null, ...understanding, provider: 'local', model: MODEL };
    },
    close: () => provider.close(),
  };
}
