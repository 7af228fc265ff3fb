import type { DecisionContext, Fact } from '@arbiter/contracts';
import type { AnyDecider } from '@arbiter/runtime';
import { firstDifference } from './difference';

/** Replaces the cause until it is known; one character, so that no limit on a cause's length cuts it. */
const CAUSE = '\u0001';

/**
 * Whether the facts are those that the decider writes for an input that could not be handled, whatever the cause was
 * then.
 */
export function isSkip<State>(
  decider: AnyDecider<State>,
  state: State,
  input: { readonly name: string },
  context: DecisionContext,
  recorded: readonly Fact[],
): boolean {
  if (!decider.skip) return false;
  const cause = causeIn(decider.skip(state, input, CAUSE, context), recorded) ?? '';
  return firstDifference(recorded, decider.skip(state, input, cause, context)) === null;
}

/** The text of the second value where the first one has the cause. */
function causeIn(pattern: unknown, value: unknown): string | undefined {
  if (typeof pattern === 'string' && typeof value === 'string') {
    const [before, after] = pattern.split(CAUSE);
    return before === undefined || after === undefined
      ? undefined
      : value.slice(before.length, value.length - after.length);
  }
  if (typeof pattern !== 'object' || pattern === null || typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(pattern)) {
    const found = causeIn(inner, (value as Record<string, unknown>)[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
