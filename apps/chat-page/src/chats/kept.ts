/** Whose, and of which chat. */
export interface Place {
  readonly userId: string;
  readonly sessionId: string;
}

type Kept = 'outbox' | 'draft';

const prefixOf = (what: Kept, userId: string): string => `arbiter.${what}.${encodeURIComponent(userId)}/`;

/** Where this browser keeps what was written and not sent: each person's apart, each chat's apart. */
export const keptAt = (what: Kept, { userId, sessionId }: Place): string =>
  `${prefixOf(what, userId)}${encodeURIComponent(sessionId)}`;

/** Among the names of what is kept, the chats in which this person left something. */
export function chatsWith(what: Kept, userId: string, names: readonly string[]): readonly string[] {
  const prefix = prefixOf(what, userId);
  return names.filter((name) => name.startsWith(prefix)).map((name) => decodeURIComponent(name.slice(prefix.length)));
}

/** Keeps a text; an empty one is not kept. */
export function keep(place: string, text: string): void {
  if (text === '') localStorage.removeItem(place);
  else localStorage.setItem(place, text);
}
