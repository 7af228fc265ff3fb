import type {
  IntentDefinition,
  PlainAnswersDefinition,
  Proposal,
  Tagged,
  TemplateDefinition,
  TurnContext,
} from '@arbiter/contracts';

export type IntentProposal = Extract<Proposal, { kind: 'intent' }>;

/** An eligible intent or null, and how sure that is (0 to 1; for null: how sure that none fits). */
export type Understanding = Pick<IntentProposal, 'intentId' | 'confidence' | 'slots'>;

/** A text to be understood. The author's identity is left out: a model needs none to read it (CX-01). */
export interface IntentPrompt {
  readonly text: string;
  /** all intents of the tenant's bundle; the same array for the same bundle, so that a provider may prepare it once */
  readonly intents: readonly IntentDefinition[];
  /** names of the intents this person may have here and now (CL-01) */
  readonly eligible: readonly string[];
  /** the language the person speaks; English without one */
  readonly locale?: string;
  /** CX-03: the values in the texts that are known to be personal, recognised or not */
  readonly personal?: readonly Tagged[];
}

/** A model's proposal for a turn: an intent with slots, a template with arguments, or a plain answer. */
export type TurnProposal = Extract<Proposal, { kind: 'intent' | 'template' | 'answer' }>;

/**
 * A text, with the parts of its chat that a model may know, and the templates and answers that it may propose besides
 * an intent.
 */
export interface ProposalPrompt extends IntentPrompt {
  readonly context: TurnContext;
  /** the templates of the tenant's bundle; only those that serve an eligible intent are open */
  readonly templates: readonly TemplateDefinition[];
  /** null: no plain answer is allowed */
  readonly answers: PlainAnswersDefinition | null;
}
