import type { Command, DueCommand, Proposal } from '@arbiter/contracts';
import type { RunEvent } from './state/streams';

/** The prose that was asked for came back, or did not. */
export interface ReplyAnswered extends Command {
  readonly name: 'reply.answered';
  readonly stepId: string;
  readonly attempt: number;
  readonly proposal: Proposal;
  /** how many pieces of it were shown while it was written */
  readonly segments: number;
}

export type RunInput = RunEvent | ReplyAnswered | DueCommand;
