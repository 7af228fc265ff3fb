import type { JsMsg } from '@nats-io/jetstream';
import { durableOf, type EventName, type Recorded, type WireEvent } from '@arbiter/contracts';
import { Subscription, asArbiterError, buryMessage, readBatch, type ServiceCore } from '@arbiter/platform';

export interface EventHandler<N extends EventName> {
  readonly event: N;
  /** the file that handles it, as flow.ts names it */
  readonly handler: string;
  /** by what stands in the clear; what is not wanted is not even decrypted */
  readonly wants: (wire: WireEvent) => boolean;
  readonly handle: (event: Recorded<N>) => Promise<void>;
}

/**
 * Hands the events of one durable to a handler that decides nothing.
 *
 * 1. The delivery count is looked at before anything is decoded; what keeps failing is set aside with its cause.
 * 2. A message is acked after everything wanted in it was handled; handling twice must be harmless.
 */
export function consumeEvents<N extends EventName>(core: ServiceCore, handler: EventHandler<N>): Subscription {
  const subscription: Subscription = new Subscription(core.broker, {
    stream: 'EVT', durable: durableOf('ingress', handler.event), restore: () => core.recovery.restore(), onTrouble: core.onTrouble,
    onMessage: (message) => void take(core, message, handler).finally(() => subscription.release(message)),
  });
  return subscription;
}

async function take<N extends EventName>(core: ServiceCore, message: JsMsg, handler: EventHandler<N>): Promise<void> {
  try {
    const batch = readBatch(message);
    if ('refused' in batch) {
      await buryMessage(core.broker, 'ingress', handler.handler, message, batch.refused);
      return core.metrics.buried(handler.handler);
    }
    const wanted = batch.wires.filter((wire) => wire.data === undefined || handler.wants(wire));
    for (const event of await core.store.open(wanted)) await handler.handle(event as unknown as Recorded<N>);
    message.ack();
  } catch (error) {
    core.onTrouble(error);
    message.nak(asArbiterError(error).details.delayMilliseconds ?? 1_000);
  }
}
