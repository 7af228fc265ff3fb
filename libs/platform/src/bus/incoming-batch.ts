import type { JsMsg } from '@nats-io/jetstream';
import type { App, WireEvent } from '@arbiter/contracts';
import type { Broker } from './broker';
import { bury } from './dead-letter';

const MOST_DELIVERIES = 10;

export type IncomingBatch = { readonly wires: readonly WireEvent[] } | { readonly refused: string };

/** The events of a message. The delivery count is looked at before anything is decoded: what keeps killing its consumer stays unread. */
export function readBatch(message: JsMsg): IncomingBatch {
  const { deliveryCount } = message.info;
  if (deliveryCount > MOST_DELIVERIES) return { refused: `delivered ${deliveryCount} times` };
  try {
    const body = JSON.parse(message.string()) as WireEvent | WireEvent[];
    return { wires: Array.isArray(body) ? body : [body] };
  } catch {
    return { refused: 'the body is not a CloudEvents batch' };
  }
}

/** Sets a whole message aside with its cause; it does not come again. */
export async function buryMessage(broker: Broker, app: App, handler: string, message: JsMsg, cause: string): Promise<void> {
  await bury(broker, { app, handler, cause, subject: message.subject, deliveries: message.info.deliveryCount, body: message.data });
  message.term();
}
