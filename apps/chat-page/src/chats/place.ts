/** `#/chats/<id>`: every chat has an address of its own. */
const CHAT = /^#\/chats\/([^/]+)$/;
const IDENTIFIER = /^\P{Cc}{1,128}$/u;

/** The chat that an address names; null when it names none that there could be. */
export function chatIn(hash: string): string | null {
  try {
    const id = decodeURIComponent(CHAT.exec(hash)?.[1] ?? '');
    return IDENTIFIER.test(id) ? id : null;
  } catch {
    return null;
  }
}

export const hashOf = (sessionId: string): string => `#/chats/${encodeURIComponent(sessionId)}`;

export const newChat = (): string => `console-${crypto.randomUUID()}`;
