import { fillName, type PlanStep, type Values } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';

/** The touch of EX-18: a step is carried out once; its attempts and redeliveries all share the key. */
const FIRST_TOUCH = 1;

/** The topic and the customer that a deed belongs to. */
export interface KeyOwner {
  readonly tenant: string;
  readonly customerId: string;
  readonly threadId: string | null;
  readonly runId: string;
  /** of a branch: its object */
  readonly object?: string;
}

/**
 * EX-18: names the deed. It is computed from the platform's own data, so that it is the same on every retry and when
 * the topic is planned again, and no model influences it; with other arguments it is another deed. A hash: a key holds
 * no personal data.
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

/** SG-05: names the undo of an action; it has one. */
export const undoKeyOf = (tenant: string, of: string): string => canonicalHash({ tenant, undo: of });

const targetOf = ({ tenant, customerId }: KeyOwner, { semanticTarget }: PlanStep, args: Values): string =>
  semanticTarget === undefined ? '-' : fillName(semanticTarget, { args, principal: { tenant, customerId } });
