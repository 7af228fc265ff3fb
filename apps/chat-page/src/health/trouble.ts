import type { Conversation } from '../conversation/conversation';
import type { Outgoing } from '../conversation/unsent-messages';
import type { ConnectionState } from '../http/follow';
import type { Readiness } from './readiness';

/**
 * The troubles that a person should know of. `closed`: the service is there and takes nothing; `late`: it takes
 * messages and does not answer; `slow`: it takes its time.
 */
export type Trouble = 'lost' | 'closed' | 'late' | 'slow';

/** A message that came in longer ago is not waited for any more. */
const RECENT_MILLISECONDS = 300_000;

/** The worst present trouble; null when all is well. The caller shows it once it has lasted. */
export function troubleOf(
  connection: ConnectionState,
  { state }: Readiness,
  entries: readonly Outgoing[],
  conversation: Conversation,
  now: number,
): Trouble | null {
  if (connection === 'lost' || connection === 'connecting' || state === 'away') return 'lost';
  if (state === 'closed' || entries.some((entry) => entry.state === 'waiting')) return 'closed';
  if (unbegun(entries, conversation, now) !== null) return 'late';
  return state === 'slow' ? 'slow' : null;
}

/** The first message that was received and of which nothing was shown yet. */
export function unbegun(entries: readonly Outgoing[], { turns, runs }: Conversation, now: number): string | null {
  const sent = entries
    .filter(({ state, messageId }) => state === 'sent' && !turns.has(messageId))
    .map(({ requestId }) => requestId);
  const received = [...turns.values()]
    .filter(({ receivedAt }) => now - Date.parse(receivedAt) < RECENT_MILLISECONDS)
    .map(({ requestId }) => requestId);
  return [...received, ...sent].find((requestId) => requestId !== undefined && !runs.has(requestId)) ?? null;
}
