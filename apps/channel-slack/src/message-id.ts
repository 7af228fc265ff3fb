/**
 * Slack names a message of a channel by its timestamp. The id of a message in a thread also names the thread, so that
 * the answer can go there too: `1700000300.000200`, `1700000400.000300-in-1700000300.000200`, an edit
 * `1700000300.000200-edited-1700000310.000000`, a pressed button `press-1700000500.123456-U0ADA`.
 */
export interface Place {
  readonly ts: string;
  /** the first message of its thread; null: it is in the channel itself */
  readonly thread: string | null;
}

export const idOfMessage = ({ ts, thread }: Place): string => `${ts}${suffixOf(thread)}`;
export const idOfEdit = (place: Place, editedAt: string): string => `${idOfMessage(place)}-edited-${editedAt}`;
export const idOfPress = (pressedAt: string, userId: string, thread: string | null): string =>
  `press-${pressedAt}-${userId}${suffixOf(thread)}`;

/** The timestamp of the message to react to or to quote; null when the id names none. */
export const tsOf = (messageId: string): string | null =>
  /^(\d+\.\d+)(?:-in-\d+\.\d+)?(?:-edited-\d+\.\d+)?$/.exec(messageId)?.[1] ?? null;

/** The thread of a message; null: the channel itself. */
export const threadOf = (messageId: string): string | null =>
  /-in-(\d+\.\d+)(?:-edited-\d+\.\d+)?$/.exec(messageId)?.[1] ?? null;

const suffixOf = (thread: string | null): string => (thread === null ? '' : `-in-${thread}`);
