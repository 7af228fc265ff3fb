import type { Command, DueCommand, Incoming, Proposal } from '@arbiter/contracts';

/** A model, or what stands in for one, answered the ask for the intent of a turn. */
export interface IntentAnswered extends Command {
  readonly name: 'intent.answered';
  readonly requestId: string;
  readonly proposal: Proposal;
}

export type SessionEvent = Incoming<'turn.received' | 'run.submitted' | 'run.suspended' | 'run.completed'>;
export type SessionInput = SessionEvent | IntentAnswered | DueCommand;

/** The timer of a turn whose intent is being asked for. */
export const intentTimer = (requestId: string): string => `intent:${requestId}`;
export const requestOfTimer = (key: string): string | null => (key.startsWith('intent:') ? key.slice('intent:'.length) : null);
