import type { RunView } from '@arbiter/contracts';
import type { Conversation } from './conversation';
import { isRunning, reportedElsewhere } from '@arbiter/contracts/run-view';
import type { Outgoing } from './unsent-messages';

export type Mark = 'working' | 'done' | null;

/** The entries of the chat, from top to bottom. */
export type Item =
  | {
      readonly kind: 'turn';
      readonly id: string;
      readonly text: string;
      readonly mark: Mark;
      readonly outgoing: Outgoing | null;
    }
  | { readonly kind: 'pre'; readonly id: string; readonly run: RunView }
  | { readonly kind: 'proposal'; readonly id: string; readonly run: RunView }
  | { readonly kind: 'reply'; readonly id: string; readonly run: RunView; readonly quote: string | null };

interface Placed {
  readonly item: Item;
  readonly at: string;
}

/** Later than every instant: an entry without a date of the server's comes at the end. */
const UNDATED = '~';

/**
 * Everything in the order of its time, so that a conversation looks the same live and after a reload. Nothing of a run
 * comes before its message.
 */
export function timelineOf(conversation: Conversation, outbox: readonly Outgoing[]): readonly Item[] {
  const runs = [...conversation.runs.values()];
  const byMessage = Map.groupBy(runs, ({ messageId }) => messageId);
  const turns = turnsOf(conversation, outbox, byMessage);
  const latest = turns.map(({ at }) => at).reduce((a, b) => (a > b ? a : b), '');
  const text = (messageId: string | null): string | null =>
    conversation.turns.get(messageId ?? '')?.text ??
    outbox.find((entry) => entry.messageId === messageId)?.text ??
    null;
  const placed: Placed[] = [];
  for (const { messageId, at, outgoing } of turns) {
    // A run that can no longer be read names no message, but it is still the run that answered.
    const answering = conversation.runs.get(conversation.turns.get(messageId)?.requestId ?? '');
    const own = byMessage.get(messageId) ?? (answering ? [answering] : []);
    placed.push({
      at,
      item: {
        kind: 'turn',
        id: `turn/${messageId}`,
        text: text(messageId) ?? '',
        outgoing,
        mark: markOf(own, outgoing, latest),
      },
    });
  }
  const timeOf = new Map(turns.map(({ messageId, at }) => [messageId, at]));
  const isReported = reportedElsewhere(runs);
  for (const run of runs)
    placed.push(...itemsOf(run, isReported(run), timeOf.get(run.messageId ?? '') ?? '', text(run.messageId)));
  return placed
    .map((entry, index) => ({ ...entry, index }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.index - b.index))
    .map(({ item }) => item);
}

interface DatedTurn {
  readonly messageId: string;
  readonly at: string;
  readonly outgoing: Outgoing | null;
}

function turnsOf(
  { turns }: Conversation,
  outbox: readonly Outgoing[],
  runs: ReadonlyMap<string | null, readonly RunView[]>,
): readonly DatedTurn[] {
  const own = outbox
    .filter(({ messageId }) => !turns.has(messageId))
    .map((outgoing, place) => {
      const startedAt = runs.get(outgoing.messageId)?.[0]?.startedAt;
      return {
        messageId: outgoing.messageId,
        outgoing,
        at: startedAt ?? `${UNDATED}${String(place).padStart(4, '0')}`,
      };
    });
  return [
    ...[...turns.values()].map(({ messageId, receivedAt }) => ({ messageId, at: receivedAt, outgoing: null })),
    ...own,
  ];
}

/**
 * CH-10, CH-11: work goes on; or it is done, until the person writes again. Nothing that only asks or waits is done.
 */
function markOf(runs: readonly RunView[], outgoing: Outgoing | null, latest: string): Mark {
  if (runs.some(isRunning)) return 'working';
  if (runs.length === 0) return outgoing?.state === 'sent' ? 'working' : null;
  return runs.some(({ isDone, endedAt }) => isDone && endedAt !== null && latest < endedAt) ? 'done' : null;
}

/** When another run reports the end of this run, or is about to, only that run shows it. */
function itemsOf(run: RunView, isReported: boolean, notBefore: string, quoted: string | null): readonly Placed[] {
  const { requestId, pre, startedAt, proposed, repliedAt, reply, prose, header, anchor } = run;
  const at = (time: string): string => (time > notBefore ? time : notBefore);
  const hasWords = !isReported && (reply !== null || prose !== null || (repliedAt !== null && header !== null));
  return [
    ...(pre !== null && startedAt !== null
      ? [{ at: at(startedAt), item: { kind: 'pre', id: `pre/${requestId}`, run } as const }]
      : []),
    ...(proposed !== null
      ? [{ at: at(proposed.proposedAt), item: { kind: 'proposal', id: `proposal/${requestId}`, run } as const }]
      : []),
    ...(repliedAt !== null && hasWords
      ? [
          {
            at: at(repliedAt),
            item: { kind: 'reply', id: `reply/${requestId}`, run, quote: anchor === null ? null : quoted } as const,
          },
        ]
      : []),
  ];
}
