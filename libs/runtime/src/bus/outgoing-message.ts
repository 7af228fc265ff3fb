import { subjects } from '@arbiter/contracts';
import type { Envelope } from '@arbiter/store';

const MAX_MEMBER_BYTES = 64 * 1024;
const MAX_MESSAGE_BYTES = 512 * 1024;
const MAX_MEMBERS = 256;

/** Events of one subject that travel together; known to the broker by the first of them. */
export interface OutgoingMessage<E extends Envelope = Envelope> {
  readonly subject: string;
  readonly members: readonly E[];
}

export const nameOf = ({ members }: OutgoingMessage): string => members[0]!.id;

/** A CloudEvents batch. */
export const bodyOf = ({ members }: OutgoingMessage): string => `[${members.map(member).join(',')}]`;

/** A fact too large for a message travels as a reference; the consumer reads it from the log. */
function member(envelope: Envelope): string {
  if (envelope.text.length <= MAX_MEMBER_BYTES) return envelope.text;
  const { data: _, sealeddata: __, ...attributes } = JSON.parse(envelope.text) as Record<string, unknown>;
  return JSON.stringify({ ...attributes, dataref: `${envelope.stream}@${envelope.version}` });
}

/** As few messages as there may be: one a subject, or more where it would become too large. */
export function messagesOf<E extends Envelope>(envelopes: readonly E[]): readonly OutgoingMessage<E>[] {
  const bySubject = Map.groupBy(envelopes, ({ tenant, name }) => subjects.event(tenant, name));
  return [...bySubject].flatMap(([subject, group]) =>
    packed(group, (envelope) => [envelope]).map((members) => ({ subject, members })),
  );
}

/** Groups messages that may travel as one. No message is cut. */
export function joined<One extends { readonly message: OutgoingMessage }>(
  all: readonly One[],
): readonly (readonly One[])[] {
  const bySubject = Map.groupBy(all, ({ message }) => message.subject);
  return [...bySubject.values()].flatMap((group) => packed(group, ({ message }) => message.members));
}

/** Groups consecutive parts, each group within the bounds of a message. */
function packed<Part>(
  parts: readonly Part[],
  membersOf: (part: Part) => readonly Envelope[],
): readonly (readonly Part[])[] {
  const groups: Part[][] = [];
  let count = 0;
  let bytes = 0;
  for (const part of parts) {
    const members = membersOf(part);
    const size = members.reduce((sum, { text }) => sum + Math.min(text.length, MAX_MEMBER_BYTES), 0);
    const last = groups.at(-1);
    if (!last || count + members.length > MAX_MEMBERS || bytes + size > MAX_MESSAGE_BYTES) {
      groups.push([part]);
      count = members.length;
      bytes = size;
    } else {
      last.push(part);
      count += members.length;
      bytes += size;
    }
  }
  return groups;
}
