import type { Proposal, TurnContext } from '@arbiter/contracts';

/** Answers asks for an intent. */
export interface Proposer {
  propose(
    text: string,
    eligible: readonly string[],
    locale: string,
    context: TurnContext,
  ): Proposal | Promise<Proposal>;
}
