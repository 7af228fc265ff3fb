import type { JsMsg } from '@nats-io/jetstream';
import { parseType, subjects, type App, type EventName, type WireEvent } from '@arbiter/contracts';
import type { Broker } from './broker';
import { publishDeadLetter } from './dead-letter';

/** Empty when it has none. */
export const messageIdOf = (message: JsMsg): string => message.headers?.get('Nats-Msg-Id') ?? '';

type Message = Pick<JsMsg, 'subject' | 'string'>;

export type IncomingBatch = { readonly wires: readonly WireEvent[] } | { readonly refused: string };

/**
 * The events of a message. Permissions say which app may publish on a subject, so an event that belongs on another
 * subject is refused.
 */
export function readBatch(message: Message, subjectOf = subjects.event): IncomingBatch {
  const wires = parsed(message);
  if (wires === null) return { refused: 'the body is not a CloudEvents batch' };
  const foreign = wires.find((wire) => !belongsOn(message.subject, wire, subjectOf));
  return foreign
    ? { refused: `${String(foreign.type).slice(0, 100)} came on ${message.subject}, where it does not belong` }
    : { wires };
}

function parsed(message: Message): readonly WireEvent[] | null {
  try {
    const body = JSON.parse(message.string()) as WireEvent | WireEvent[] | null;
    const wires = Array.isArray(body) ? body : [body];
    return wires.every((wire) => typeof wire === 'object' && wire !== null) ? (wires as readonly WireEvent[]) : null;
  } catch {
    return null;
  }
}

/** A type that this release does not know is known by its name all the same. */
function belongsOn(subject: string, { type, tenantid }: WireEvent, subjectOf: typeof subjects.event): boolean {
  const name = typeof type === 'string' ? parseType(type)?.name : undefined;
  return name !== undefined && typeof tenantid === 'string' && subjectOf(tenantid, name as EventName) === subject;
}

/** Sets a whole message aside with its cause; it does not come again. */
export async function deadLetterMessage(
  broker: Broker,
  app: App,
  handler: string,
  message: JsMsg,
  cause: string,
): Promise<void> {
  const { consumer, streamSequence, deliveryCount } = message.info;
  await publishDeadLetter(broker, {
    app,
    handler,
    cause,
    id: `${consumer}.${streamSequence}`,
    subject: message.subject,
    deliveries: deliveryCount,
    body: message.data,
  });
  message.term();
}
