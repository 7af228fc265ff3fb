import type { Proposal, TurnContext } from '@arbiter/contracts';

/** Answers asks for an intent; the owner closes it. */
export interface Proposer {
  propose(
    text: string,
    eligible: readonly string[],
    locale: string,
    context: TurnContext,
  ): Proposal | Promise<Proposal>;
  close(): Promise<void>;
}
