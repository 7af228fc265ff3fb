import { retryable } from '@arbiter/contracts';

/** Names the property that is wrong, never its value. */
export const invalidProposal = (field: string, reason: string): Error =>
  retryable('invalid_proposal', `the provider's proposal is not used: ${field} ${reason}`);
