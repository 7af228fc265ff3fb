import type { DueChange, Fact } from '@arbiter/contracts';
import { instantAfter } from '../instant';

/** How long after its deadline an ask is given up, so that an answer in the last moment comes first. */
const GRACE_MILLISECONDS = 1_000;

/**
 * The timers of a turn whose intent is asked for: how long an answer is awaited, and when it is asked again (CL-02).
 */
export const intentTimer = (requestId: string): string => `intent:${requestId}`;
export const retryTimer = (requestId: string): string => `retry:${requestId}`;

/** The turn a timer is about; null for an unknown timer. */
export function turnOfTimer(key: string): { readonly requestId: string; readonly isRetry: boolean } | null {
  const [kind, requestId] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
  return kind === 'intent' || kind === 'retry' ? { requestId, isRetry: kind === 'retry' } : null;
}

/** The timers a fact of a session sets or clears. */
export function sessionTimers(fact: Fact): readonly DueChange[] {
  switch (fact.name) {
    case 'intent.requested':
      return [{ key: intentTimer(fact.data.requestId), at: instantAfter(fact.data.deadline, GRACE_MILLISECONDS) }];
    case 'intent.proposed':
      return timersOf(fact.data.requestId, fact.data.retryAt);
    case 'turn.skipped':
      return timersOf(fact.data.requestId, null);
    case 'run.requested':
      return fact.data.purpose === 'cancelled' ? timersOf(fact.data.requestId, null) : [];
    default:
      return [];
  }
}

const timersOf = (requestId: string, retryAt: string | null): readonly DueChange[] => [
  { key: intentTimer(requestId), at: null },
  { key: retryTimer(requestId), at: retryAt },
];
