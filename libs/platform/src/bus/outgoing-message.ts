import { subjects } from '@arbiter/contracts';
import type { Envelope } from '../event-store';

export const MAX_MEMBER_BYTES = 64 * 1024;
const MAX_MESSAGE_BYTES = 512 * 1024;
const MAX_MEMBERS = 256;

/** Events of one subject that travel together; known to the broker by the first of them. */
export interface OutgoingMessage<E extends Envelope = Envelope> {
  readonly subject: string;
  readonly members: readonly E[];
}

export const nameOf = ({ members }: OutgoingMessage): string => members[0]!.id;

/** As few messages as there may be: one a subject, or more where it would become too large. */
export function messagesOf<E extends Envelope>(envelopes: readonly E[]): readonly OutgoingMessage<E>[] {
  const bySubject = Map.groupBy(envelopes, ({ tenant, name }) => subjects.event(tenant, name));
  return [...bySubject].flatMap(([subject, group]) =>
    packed(group.map((envelope) => [envelope])).map((parts) => ({ subject, members: parts.flat() })),
  );
}

/** Messages of one subject each, those that may travel as one together. No message is cut. */
export function joined<E extends Envelope>(
  messages: readonly OutgoingMessage<E>[],
): readonly (readonly OutgoingMessage<E>[])[] {
  return [...Map.groupBy(messages, ({ subject }) => subject).values()].flatMap((group) => {
    const whole = new Map(group.map((message) => [message.members, message]));
    return packed([...whole.keys()]).map((parts) => parts.map((members) => whole.get(members)!));
  });
}

/** Groups of what comes one after the other, each within the bounds of a message. */
function packed<E extends Envelope>(parts: readonly (readonly E[])[]): readonly (readonly (readonly E[])[])[] {
  const groups: (readonly E[])[][] = [];
  let count = 0;
  let bytes = 0;
  for (const part of parts) {
    const size = part.reduce((sum, { text }) => sum + Math.min(text.length, MAX_MEMBER_BYTES), 0);
    const last = groups.at(-1);
    if (!last || count + part.length > MAX_MEMBERS || bytes + size > MAX_MESSAGE_BYTES) {
      groups.push([part]);
      count = part.length;
      bytes = size;
    } else {
      last.push(part);
      count += part.length;
      bytes += size;
    }
  }
  return groups;
}
