import type { Command, DueCommand, Incoming, Proposal } from '@arbiter/contracts';

/** A model, or the provider in its place, answered one attempt to ask for the intent of a turn. */
export interface IntentAnswered extends Command {
  readonly name: 'intent.answered';
  readonly requestId: string;
  readonly attempt: number;
  readonly proposal: Proposal;
}

export type SessionEvent = Incoming<
  'turn.received' | 'run.submitted' | 'run.suspended' | 'run.completed' | 'run.settled'
>;
export type SessionInput = SessionEvent | IntentAnswered | DueCommand;
