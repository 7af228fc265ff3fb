import type { JsMsg } from '@nats-io/jetstream';
import type { App, WireEvent } from '@arbiter/contracts';
import type { Broker } from './broker';
import { bury } from './dead-letter';

export type IncomingBatch = { readonly wires: readonly WireEvent[] } | { readonly refused: string };

/** The events of a message. */
export function readBatch(message: JsMsg): IncomingBatch {
  try {
    const body = JSON.parse(message.string()) as WireEvent | WireEvent[];
    return { wires: Array.isArray(body) ? body : [body] };
  } catch {
    return { refused: 'the body is not a CloudEvents batch' };
  }
}

/** Sets a whole message aside with its cause; it does not come again. */
export async function buryMessage(broker: Broker, app: App, handler: string, message: JsMsg, cause: string): Promise<void> {
  const { consumer, streamSequence, deliveryCount } = message.info;
  await bury(broker, { app, handler, cause, id: `${consumer}.${streamSequence}`, subject: message.subject, deliveries: deliveryCount, body: message.data });
  message.term();
}
