import type { Anchor } from '@arbiter/contracts';
import {
  activeThread,
  isAsking,
  isWorking,
  threadOf,
  type Asked,
  type MessageAddress,
  type SessionState,
  type Thread,
} from '../state/session-state';
import type { Origin } from '../../run-request';

/** The place of a turn among the topics, before it changes anything. */
interface Place {
  readonly isLatest: boolean;
  /** the open thread it belongs to; null for a new topic, or none */
  readonly attached: Thread | null;
  readonly active: Thread | null;
  readonly others: readonly Thread[];
}

/** CH-08, CH-09: when a reply quotes the message it answers; the first reason counts, and without one it does not. */
export const ANCHOR_RULES: readonly { readonly anchor: Anchor; readonly applies: (place: Place) => boolean }[] = [
  { anchor: 'not_recent', applies: ({ isLatest }) => !isLatest },
  {
    anchor: 'topic_switch',
    applies: ({ attached, active }) => attached !== null && active !== null && attached.threadId !== active.threadId,
  },
  {
    anchor: 'several_topics',
    applies: ({ attached, others }) =>
      attached !== null && others.some((thread) => isAsking(thread) || isWorking(thread)),
  },
];

/**
 * How the run of a turn reaches the person. `state` is the session before the turn; `isLatest` says that no later
 * message came in. Only the latest message takes away an earlier mark and overtakes earlier runs (CH-09, CH-11).
 */
export function originOf(
  state: SessionState,
  address: MessageAddress,
  threadId: string | null,
  isLatest: boolean,
): Origin {
  const { requestId, sessionId, channel, messageId, locale, tier } = address;
  const clears = isLatest ? state.turns.done : null;
  const overtakes = isLatest ? state.turns.open.filter((runId) => runId !== requestId) : [];
  return {
    requestId,
    sessionId,
    channel,
    messageId,
    delivery: {
      locale,
      anchor: anchorOf(state, address, threadId, isLatest),
      clears,
      ...(tier === undefined ? {} : { tier }),
    },
    overtakes,
  };
}

/** A run that no message asked for quotes none. */
function anchorOf(
  state: SessionState,
  { messageId }: MessageAddress,
  threadId: string | null,
  isLatest: boolean,
): Anchor | null {
  if (messageId === null) return null;
  const attached = threadId === null ? null : threadOf(state, threadId);
  const others = state.threads.filter((thread) => thread !== attached);
  return (
    ANCHOR_RULES.find(({ applies }) => applies({ isLatest, attached, active: activeThread(state), others }))?.anchor ??
    null
  );
}

/** The run of a turn that opened a topic and was asked about: later messages may have come in since. */
export const originOfAsked = (state: SessionState, asked: Asked): Origin =>
  originOf(state, asked, null, state.turns.latest === (asked.partOf ?? asked.requestId));
