import type { Attachment, Values } from '@arbiter/contracts';
import type { PlainAnswer } from '@arbiter/domain';
import type { ProposalPrompt } from '@arbiter/models';

/** One text with its expected proposal. */
export interface Case {
  readonly id: string;
  readonly prompt: ProposalPrompt;
  readonly expected: Expected;
  /** whether code lets a plain answer count for anything */
  readonly mayAnswer: (answer: PlainAnswer) => boolean;
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
