import { fillSentence, type PlanStep, type Values } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';

/** The touch of EX-18: a step is carried out once; its attempts and redeliveries all share the key. */
const FIRST_TOUCH = 1;

/** Where a deed belongs and whose it is. */
export interface KeyOwner {
  readonly tenant: string;
  readonly customerId: string;
  readonly threadId: string | null;
  readonly runId: string;
  /** of a branch: what it is about */
  readonly object?: string;
}

/**
 * EX-18: names the deed. From what the platform knows, so that it is the same on every retry and when the topic is
 * planned again, and no model has a say in it; with other arguments it is another deed. A hash: nothing personal stands
 * in a key.
 */
export function idempotencyKeyOf(owner: KeyOwner, step: PlanStep, args: Values): string {
  const { tenant, threadId, runId, object } = owner;
  // A new plan for the object may do it with another step and other words: it is the same deed, and is done once an
  // instance.
  if (object !== undefined)
    return canonicalHash({
      tenant,
      instance: threadId,
      deed: step.tool,
      object,
      target: targetOf(owner, step, args),
      touch: FIRST_TOUCH,
    });
  return canonicalHash({
    tenant,
    thread: threadId ?? runId,
    step: step.id,
    target: targetOf(owner, step, args),
    touch: FIRST_TOUCH,
    args,
  });
}

/** The key that the same step had before arguments were part of it: what was under way then keeps its own. */
export const earlierKeyOf = (owner: KeyOwner, step: PlanStep, args: Values): string =>
  [owner.tenant, owner.threadId ?? owner.runId, step.id, targetOf(owner, step, args), FIRST_TOUCH].join('/');

const targetOf = ({ tenant, customerId }: KeyOwner, { semanticTarget }: PlanStep, args: Values): string =>
  semanticTarget === undefined ? '-' : fillSentence(semanticTarget, { args, principal: { tenant, customerId } });
