import type { Command, DueCommand, Incoming, Proposal } from '@arbiter/contracts';

/** A model, or what stands in for one, answered one attempt to ask for the intent of a turn. */
export interface IntentAnswered extends Command {
  readonly name: 'intent.answered';
  readonly requestId: string;
  readonly attempt: number;
  readonly proposal: Proposal;
}

export type SessionEvent = Incoming<'turn.received' | 'run.submitted' | 'run.suspended' | 'run.completed' | 'run.settled'>;
export type SessionInput = SessionEvent | IntentAnswered | DueCommand;

/** The timers of a turn whose intent is asked for: how long an answer is awaited, and when it is asked again (CL-02). */
export const intentTimer = (requestId: string): string => `intent:${requestId}`;
export const retryTimer = (requestId: string): string => `retry:${requestId}`;

/** The turn a timer is about; null for a timer nobody sets. */
export function turnOfTimer(key: string): { readonly requestId: string; readonly isRetry: boolean } | null {
  const [kind, requestId] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
  return kind === 'intent' || kind === 'retry' ? { requestId, isRetry: kind === 'retry' } : null;
}
