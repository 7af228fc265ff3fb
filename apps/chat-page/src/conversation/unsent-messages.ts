/** A message on its way. It keeps its id however often it is sent, so the server takes it once (CH-05). */
export interface Outgoing {
  readonly messageId: string;
  readonly text: string;
  /** names the question that a pressed button answers */
  readonly answerTo?: string;
  readonly state: 'sending' | 'waiting' | 'refused' | 'sent';
  /** how the server refused it: an HTTP status */
  readonly status?: number;
  /** once the server has it: the run that answers */
  readonly requestId?: string;
}

const MOST_WAITING = 50;

/** The messages in a stored text; an invalid text gives none. A message that was being sent is sent again. */
export function readOutbox(stored: string | null): readonly Outgoing[] {
  try {
    const entries = JSON.parse(stored || '[]') as unknown;
    if (!Array.isArray(entries)) return [];
    return entries
      .filter(isOutgoing)
      .slice(-MOST_WAITING)
      .map((entry) => (entry.state === 'sending' ? { ...entry, state: 'waiting' as const } : entry));
  } catch {
    return [];
  }
}

/** Messages that the server has need no storing; an empty text when none is left. */
export function writeOutbox(outbox: readonly Outgoing[]): string {
  const unsent = outbox.filter(({ state }) => state !== 'sent');
  return unsent.length === 0 ? '' : JSON.stringify(unsent);
}

export const isFull = (outbox: readonly Outgoing[]): boolean =>
  outbox.filter(({ state }) => state !== 'sent').length >= MOST_WAITING;

/** The first that may be sent: one that was refused lets the others pass. */
export const nextToSend = (outbox: readonly Outgoing[]): Outgoing | undefined =>
  outbox.find(({ state }) => state === 'waiting' || state === 'sending');

export const changed = (
  outbox: readonly Outgoing[],
  messageId: string,
  changes: Partial<Outgoing>,
): readonly Outgoing[] => outbox.map((entry) => (entry.messageId === messageId ? { ...entry, ...changes } : entry));

function isOutgoing(entry: unknown): entry is Outgoing {
  const { messageId, text, state } = (entry ?? {}) as Partial<Outgoing>;
  return (
    typeof messageId === 'string' && typeof text === 'string' && ['sending', 'waiting', 'refused'].includes(state ?? '')
  );
}
