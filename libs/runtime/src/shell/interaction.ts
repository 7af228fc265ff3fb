import type { Fact, Plan } from '@arbiter/contracts';

interface About {
  readonly requestId?: string;
  readonly runId?: string;
  readonly intentId?: string | null;
  readonly plan?: Pick<Plan, 'intentId'>;
}

/** The run that a fact belongs to, where the fact says so. */
export const interactionOf = ({ data }: Fact): string | undefined => (data as About).requestId ?? (data as About).runId;
const intentIn = ({ data }: Fact): string | null => (data as About).intentId ?? (data as About).plan?.intentId ?? null;

/** CL-10: the intent of a fact: its own, or that of another fact of the same decision and interaction. */
export function intentFor(fact: Fact, decided: readonly Fact[]): string | null {
  const own = intentIn(fact);
  if (own !== null) return own;
  const interaction = interactionOf(fact);
  const other =
    interaction === undefined
      ? undefined
      : decided.find((one) => interactionOf(one) === interaction && intentIn(one) !== null);
  return other ? intentIn(other) : null;
}
