import type { Attachment, Values } from '@arbiter/contracts';
import type { ProposalPrompt } from '@arbiter/platform';

/** One text with what should be proposed of it. */
export interface Case {
  readonly id: string;
  readonly prompt: ProposalPrompt;
  readonly expected: Expected;
}

export interface Expected {
  /** the template, named itself or through its intent; null: none */
  readonly template: string | null;
  /** arguments that are right, of which each has one that is */
  readonly args: Values;
  readonly fits: (args: Values) => boolean;
  /** undefined: any */
  readonly attachment?: Attachment | null;
  readonly topic?: number | null;
}
