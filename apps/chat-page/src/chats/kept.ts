/** A person and one of their chats. */
export interface Place {
  readonly userId: string;
  readonly sessionId: string;
}

type Kept = 'outbox' | 'draft';

const prefixOf = (what: Kept, userId: string): string => `arbiter.${what}.${encodeURIComponent(userId)}/`;

/** The key under which this browser stores unsent text: one per person and chat. */
export const keptAt = (what: Kept, { userId, sessionId }: Place): string =>
  `${prefixOf(what, userId)}${encodeURIComponent(sessionId)}`;

/** The chats for which a stored key of this person exists. */
export function chatsWith(what: Kept, userId: string, names: readonly string[]): readonly string[] {
  const prefix = prefixOf(what, userId);
  return names.filter((name) => name.startsWith(prefix)).map((name) => decodeURIComponent(name.slice(prefix.length)));
}

/** Keeps a text; an empty one is not kept. */
export function keep(place: string, text: string): void {
  if (text === '') localStorage.removeItem(place);
  else localStorage.setItem(place, text);
}
