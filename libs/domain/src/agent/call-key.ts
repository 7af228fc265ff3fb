import { canonicalHash } from '../canonical-hash';

/**
 * C15, EX-18: names the call of an agent to vendors, from the platform's own data and what the call means. The same
 * call in the same topic is the same deed, whenever it is made.
 */
export const callKeyOf = (
  owner: { readonly tenant: string; readonly threadId: string | null; readonly runId: string; readonly stepId: string },
  signature: string,
): string => {
  const { tenant, threadId, runId, stepId } = owner;
  return canonicalHash({ tenant, thread: threadId ?? runId, step: stepId, call: signature });
};
