import type { IntentDefinition, Proposal } from '@arbiter/contracts';

export type IntentProposal = Extract<Proposal, { kind: 'intent' }>;

/** What is understood: an eligible intent or null, and how sure that is (0 to 1; for null: how sure that none fits). */
export type Understanding = Pick<IntentProposal, 'intentId' | 'confidence' | 'slots'>;

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
