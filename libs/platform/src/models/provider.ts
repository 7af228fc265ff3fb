import type { IntentDefinition, Proposal } from '@arbiter/contracts';

/** What an ask wants back: an intent with slots, or prose. */
export type Capability = 'intent' | 'reply';

/** A text to be understood. Whose it is stays outside: a model needs no identity to read it (CX-01). */
export interface IntentPrompt {
  readonly text: string;
  /** all intents of the tenant's bundle; the same array for the same bundle, so that a provider may prepare it once */
  readonly intents: readonly IntentDefinition[];
  /** names of the intents this person may have here and now (CL-01) */
  readonly eligible: readonly string[];
  /** the language the person speaks; English without one */
  readonly locale?: string;
}

/** A reply to be put into words. */
export interface ReplyPrompt {
  readonly purpose: 'narrative' | 'clarification';
  /** CL-04: the sentence the text must end with, in its language */
  readonly closing: string | null;
  /** what is to be said: the tenant's sentence, its values in place as the person's language writes them */
  readonly sentence: string;
  readonly locale: string;
}

export type IntentProposal = Extract<Proposal, { kind: 'intent' }>;

/** What is understood: an eligible intent or null, and how sure that is (0 to 1; for null: how sure that none fits). */
export type Understanding = Pick<IntentProposal, 'intentId' | 'confidence' | 'slots'>;

/**
 * A source of proposals (PV-08). A failure is thrown as an ArbiterError whose code says what it was and whose message quotes
 * no person; the next provider is asked then. An aborted signal ends the work soon and rejects. What is yielded reaches people
 * as it comes, so never a model's reasoning (CX-09).
 */
export interface ModelProvider {
  readonly name: string;
  /** does ahead of time what a first prompt would otherwise wait for */
  prepare?(intents: readonly IntentDefinition[]): Promise<void>;
  proposeIntent(prompt: IntentPrompt, model: string, signal: AbortSignal): Promise<Understanding>;
  /** the reply in pieces that joined are the whole */
  composeReply(prompt: ReplyPrompt, model: string, signal: AbortSignal): AsyncIterable<string>;
  close(): Promise<void>;
}
